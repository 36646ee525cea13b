package io.vitrine.torture.subscribe;

import io.vitrine.store.Codec;
import io.vitrine.store.Codecs;
import java.lang.foreign.MemorySegment;

/** The events that the writers publish: numbers. Stateless. */
final class Published {
  private Published() {}

  static Long number(byte[] content) {
    Codec<Object> any = Codecs.forClass(Object.class);
    return (Long) any.read(MemorySegment.ofArray(content), 0, content.length);
  }
}
