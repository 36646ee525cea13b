package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * How keys or values of one type are written as bytes. Safe for any number of threads.
 *
 * <p>Those of the store come from {@link Codecs}. A codec of your own implements this interface:
 * nothing but the bytes that its {@link #write} leaves is kept. Its {@link #typeName} is {@code !}
 * and a name, for example {@code !Money}; the file records it, and an open with a codec of another
 * name is refused. When the form of its bytes changes, so should the name, for example to {@code
 * !Money.v2}. Somebody without the codec reads a {@link TypedValue} over a map whose only entry
 * {@code bytes} holds what was written. {@link Codecs#lists}, {@link Codecs#maps} and {@link
 * Codecs#records(String, Class, java.util.Map)} take it as a part.
 *
 * <p>Equal values must give equal bytes for keys, see {@link #forKeys}; for values they should,
 * since a comparison by bytes is tried before one by {@link Object#equals}.
 *
 * @param <T> the type
 */
public interface Codec<T> {
  /** What {@link #fixedSize} answers for a codec whose values differ in size. */
  int VARIABLE = -1;

  /**
   * Name of the type as files record it, a term of the grammar of {@link Codecs#of(String)}.
   *
   * @return for example {@code long}, {@code Airport{iata:string,visits:long}} or {@code !Money}
   */
  String typeName();

  /**
   * Size of every value.
   *
   * @return bytes, or {@link #VARIABLE}
   */
  int fixedSize();

  /**
   * Exact size of one value.
   *
   * @param value the value
   * @return bytes
   */
  long sizeOf(T value);

  /**
   * Writes exactly {@link #sizeOf} bytes.
   *
   * @param value the value
   * @param target where to write, with room for the value from the offset on; not to be kept
   * @param offset first byte, not necessarily aligned
   */
  void write(T value, MemorySegment target, long offset);

  /**
   * Reads what {@link #write} wrote.
   *
   * @param source bytes that nobody changes during the call, to be read only
   * @param offset first byte, not necessarily aligned
   * @param length exact size of the value in bytes
   * @return the value, which must not refer to the source
   * @throws CorruptStoreException if the bytes are no value of this type
   */
  T read(MemorySegment source, long offset, long length);

  /**
   * The same codec for keys: equal values give equal bytes, whatever the order in which a set or
   * map within them was filled. It writes the same type and reads the same bytes.
   *
   * @return this, unless the order shows in its bytes
   */
  default Codec<T> forKeys() {
    return this;
  }

  /**
   * Reads into an object that the caller has, where the type allows it, so that nothing is
   * allocated.
   *
   * @param source bytes that nobody changes during the call, to be read only
   * @param offset first byte, not necessarily aligned
   * @param length exact size of the value in bytes
   * @param using the object to fill, or null
   * @return {@code using} if it could take the value, otherwise a fresh object
   */
  default T readUsing(MemorySegment source, long offset, long length, @Nullable T using) {
    return read(source, offset, length);
  }
}
