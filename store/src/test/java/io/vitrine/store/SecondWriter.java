package io.vitrine.store;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** A process that opens a store which another has open, and writes what that writes. */
final class SecondWriter {
  static final String PATH = "/maps/both";
  static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);
  static final long KEYS = 500;

  private static final int ROUNDS = 30;

  private SecondWriter() {}

  /** Argument: folder of the store. */
  public static void main(String[] arguments) {
    ChildJvm.endWithParent();
    try (Store store = Stores.open(Path.of(arguments[0]))) {
      int slot = ((MappedStore) store).attachment().slot();
      System.out.println("slot " + slot + " of " + store.statistics().opens());
      for (int round = 0; round < ROUNDS; round++) {
        store.sweep();
        write(store.map(PATH, OPTIONS), round);
      }
    }
    System.out.println("done");
  }

  /** Writes until it is told to end. */
  static void write(StoreMap<Long, Long> map, AtomicBoolean ended) {
    for (long round = 0; !ended.get(); round++) {
      write(map, round);
    }
    write(map, -1);
  }

  private static void write(StoreMap<Long, Long> map, long round) {
    for (long key = 0; key < KEYS; key++) {
      if (round >= 0 && (key + round) % 5 == 0) {
        map.remove(key);
      } else {
        map.put(key, round);
      }
    }
  }
}
