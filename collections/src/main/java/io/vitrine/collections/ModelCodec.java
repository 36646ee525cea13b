package io.vitrine.collections;

import io.vitrine.store.Codec;
import java.lang.foreign.MemorySegment;

/**
 * A codec of any value of the data model that reads typed values of registered names as instances
 * of their classes. Immutable, safe for any number of threads.
 *
 * @param model writes and reads the data model
 * @param types the registered names
 */
record ModelCodec(Codec<Object> model, TypeRegistry types) implements Codec<Object> {
  @Override
  public String typeName() {
    return model.typeName();
  }

  @Override
  public int fixedSize() {
    return model.fixedSize();
  }

  @Override
  public long sizeOf(Object value) {
    return model.sizeOf(value);
  }

  @Override
  public void write(Object value, MemorySegment target, long offset) {
    model.write(value, target, offset);
  }

  @Override
  public Object read(MemorySegment source, long offset, long length) {
    Object value = model.read(source, offset, length);
    Object known = types.fromModelIfKnown(value);
    return known == null ? value : known;
  }
}
