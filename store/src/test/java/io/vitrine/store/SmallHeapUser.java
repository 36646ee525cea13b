package io.vitrine.store;

import java.nio.file.Path;

/** A process that asks about entries whose values do not fit its memory. */
final class SmallHeapUser {
  static final String PATH = "/maps/large";
  static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  private SmallHeapUser() {}

  /** Arguments: folder of the store. */
  public static void main(String[] arguments) {
    ChildJvm.endWithParent();
    try (Store store = Stores.open(Path.of(arguments[0]))) {
      StoreMap<Long, byte[]> map = store.map(PATH, OPTIONS);
      System.out.println(map.containsKey(1L) + " " + map.expiryMillis(1L));
      System.out.println(map.containsKey(2L) + " " + (map.expiryMillis(2L) > 0));
      System.out.println(map.containsKey(3L) + " " + map.expiryMillis(3L));
      map.put(1L, new byte[3]);
      System.out.println(map.remove(2L) + " " + map.size() + " " + map.get(1L).length);
      map.clear();
      System.out.println(map.size());
    }
  }
}
