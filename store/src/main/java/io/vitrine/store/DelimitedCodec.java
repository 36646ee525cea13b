package io.vitrine.store;

import java.lang.foreign.MemorySegment;

/**
 * Puts the length before the bytes of a codec that would take all that is left. Safe for any number
 * of threads.
 *
 * @param <T> the type
 */
final class DelimitedCodec<T> extends ItemCodec<T> {
  private final ItemCodec<T> content;

  DelimitedCodec(ItemCodec<T> content) {
    super(content.type());
    this.content = content;
  }

  @Override
  boolean mayJoin() {
    return content.mayJoin();
  }

  @Override
  public int fixedSize() {
    return VARIABLE;
  }

  @Override
  public long sizeOf(T value) {
    long size = content.sizeOf(value);
    return CodecLength.sizeOf(size) + size;
  }

  @Override
  long put(T value, MemorySegment target, long offset) {
    long size = content.sizeOf(value);
    long place = CodecLength.put(size, target, offset);
    CodecBounds.writeItem(content, value, target, place, size); // what is read relies on the length
    return place + size;
  }

  @Override
  public ItemCodec<T> forKeys() {
    ItemCodec<T> ordered = content.forKeys();
    return ordered.equals(content) ? this : new DelimitedCodec<>(ordered);
  }

  @Override
  T take(CodecInput input) {
    return content.take(input.takePart(input.takeLength()));
  }
}
