package io.vitrine.collections;

import io.vitrine.store.StoreMap;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the elements of a list are, as its file says. Immutable.
 *
 * @param name type name of the elements
 * @param size size of every element, 0 where they differ
 */
record ListType(String name, int size) {
  static @Nullable ListType of(StoreMap<Long, byte[]> map) {
    byte[] found = map.get(ListLayout.TYPE);
    return found == null ? null : decode(found);
  }

  static ListType decode(byte[] bytes) {
    var reader = new ByteReader(bytes);
    int size = (int) reader.nextNumber();
    String name =
        new String(bytes, reader.at(), reader.end() - reader.at(), StandardCharsets.UTF_8);
    return new ListType(name, size);
  }

  /** Notes the type of a list that has none yet, and answers the one that it has then. */
  ListType createIn(StoreMap<Long, byte[]> map) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    var target = new ByteWriter(text.length + 5);
    target.putNumber(size);
    target.put(text, 0, text.length);
    byte[] found = map.putIfAbsent(ListLayout.TYPE, target.toBytes());
    return found == null ? this : decode(found);
  }
}
