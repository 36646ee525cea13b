package io.vitrine.store;

import java.nio.file.Path;

/** A process that puts every other number into a map that it shares with its twin. */
final class FillingWriter {
  static final String PATH = "/maps/numbers";
  static final MapOptions<Long, Long> OPTIONS = MapOptions.of(Codecs.longs(), Codecs.longs());

  private FillingWriter() {}

  static long valueOf(long key) {
    return key * 0x9E37_79B9_7F4A_7C15L;
  }

  /** Arguments: folder of the store, first number, number to stop at. */
  public static void main(String[] arguments) {
    ChildJvm.endWithParent();
    long end = Long.parseLong(arguments[2]);
    try (Store store = Stores.open(Path.of(arguments[0]), new StoreOptions(64 << 20))) {
      StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
      for (long key = Long.parseLong(arguments[1]); key < end; key += 2) {
        map.put(key, valueOf(key));
      }
    }
    System.out.println("done");
  }
}
