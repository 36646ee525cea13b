package io.vitrine.collections;

import io.vitrine.store.Codec;
import io.vitrine.store.Codecs;
import java.lang.foreign.MemorySegment;

/**
 * A codec that writes values in their form of the data model and reads them as those of Java: typed
 * values of registered names come as instances of their classes. Immutable, safe for any number of
 * threads.
 *
 * @param model writes the data model
 * @param java reads the same bytes
 * @param types the registered names
 */
record ModelCodec(Codec<Object> model, Codec<Object> java, TypeRegistry types)
    implements Codec<Object> {
  /** A codec of any value, or of any list or map. */
  static ModelCodec of(Codec<Object> model, TypeRegistry types) {
    return new ModelCodec(model, model, types);
  }

  /** A codec of a type that a file names. */
  static ModelCodec of(String typeName, TypeRegistry types) {
    Codec<Object> java = Codecs.typed(typeName, name -> ModelType.codecOf(types, name));
    return new ModelCodec(Codecs.of(typeName), java, types);
  }

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
    Object value = java.read(source, offset, length);
    Object known = types.fromModelIfKnown(value);
    return known == null ? value : known;
  }

  @Override
  public Codec<Object> forKeys() {
    return new ModelCodec(model.forKeys(), java, types);
  }
}
