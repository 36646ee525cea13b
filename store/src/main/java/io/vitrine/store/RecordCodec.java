package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records of one class, laid out as {@link RecordCodecLayout} tells. Safe for any number of
 * threads.
 *
 * @param <R> the class
 */
final class RecordCodec<R> extends ItemCodec<R> {
  /* All reflection is done when the codec is made, by RecordCodecBuilder. What is left here are
   * method handles: one accessor a field, typed so that primitives are not boxed, and one
   * constructor into which the reading of each argument is folded, for the same reason. */

  private final Class<R> recordClass;
  private final String name;
  private final RecordCodecField[] fields;
  private final RecordCodecLayout layout;

  /** (CodecInput, long bitmap)Object. */
  private final MethodHandle reader;

  RecordCodec(
      Class<R> recordClass,
      CodecType.OfRecord type,
      List<RecordCodecField> fields,
      RecordCodecLayout layout,
      MethodHandle reader) {
    super(type);
    this.recordClass = recordClass;
    this.name = type.name();
    this.fields = fields.toArray(RecordCodecField[]::new);
    this.layout = layout;
    this.reader = reader;
  }

  /** Its accessors may answer otherwise than its constructor was told. */
  @Override
  boolean mayJoin() {
    return true;
  }

  @Override
  public int fixedSize() {
    return layout.fixedSize();
  }

  @Override
  public long sizeOf(R value) {
    if (layout.fixedSize() != VARIABLE) {
      return layout.fixedSize();
    }
    long size = layout.bitmapBytes();
    for (RecordCodecField field : fields) {
      try {
        size += field.sizeOf(value);
      } catch (IllegalArgumentException e) {
        throw RecordCodecLayout.atField(name, field.name(), e);
      }
    }
    return size;
  }

  @Override
  long put(R value, MemorySegment target, long offset) {
    layout.clearBitmap(target, offset);
    long place = offset + layout.bitmapBytes();
    for (RecordCodecField field : fields) {
      place = field.put(value, target, place, offset);
    }
    return place;
  }

  @Override
  public ItemCodec<R> forKeys() {
    List<RecordCodecField> given = List.of(fields);
    List<RecordCodecField> ordered = given.stream().map(RecordCodecField::forKeys).toList();
    return ordered.equals(given)
        ? this
        : new RecordCodec<>(recordClass, (CodecType.OfRecord) type(), ordered, layout, reader);
  }

  @Override
  R take(CodecInput input) {
    long bitmap = layout.takeBitmap(input);
    try {
      return recordClass.cast((@Nullable Object) reader.invokeExact(input, bitmap));
    } catch (CorruptStoreException | Error e) {
      throw e;
    } catch (RecordCodecField.Failure e) {
      RuntimeException thrown = e.thrown();
      throw Unreadable.isOfBytes(thrown)
          ? corrupt(input, "field " + name + "." + e.field() + ": " + thrown, thrown)
          : thrown;
    } catch (Throwable e) {
      // The fields were read, so this is the record's own constructor refusing the values.
      throw corrupt(input, name + " refuses its fields: " + e, e);
    }
  }

  private static CorruptStoreException corrupt(CodecInput input, String what, Throwable cause) {
    CorruptStoreException corrupt = input.corrupt(what);
    corrupt.initCause(cause);
    return corrupt;
  }
}
