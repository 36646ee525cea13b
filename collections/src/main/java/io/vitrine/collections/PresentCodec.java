package io.vitrine.collections;

import io.vitrine.store.Codec;
import java.lang.foreign.MemorySegment;

/**
 * The value of an entry that says nothing but that it is there, in no bytes. To whoever reads it
 * without this codec it is a record without components. Stateless, safe for any number of threads.
 */
enum PresentCodec implements Codec<Boolean> {
  INSTANCE;

  /** Name of the type in the files of sets. */
  static final String TYPE = "Present{}";

  @Override
  public String typeName() {
    return TYPE;
  }

  @Override
  public int fixedSize() {
    return 0;
  }

  @Override
  public long sizeOf(Boolean value) {
    return 0;
  }

  @Override
  public void write(Boolean value, MemorySegment target, long offset) {
    // it takes no bytes
  }

  @Override
  public Boolean read(MemorySegment source, long offset, long length) {
    return Boolean.TRUE;
  }
}
