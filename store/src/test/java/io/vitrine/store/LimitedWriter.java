package io.vitrine.store;

import java.nio.file.Path;
import java.util.Objects;

/** A process that fills a map until the system lets its file grow no more, and tells how far. */
final class LimitedWriter {
  private static final int MIB = 1 << 20;

  private LimitedWriter() {}

  /** Argument: folder of the store. */
  public static void main(String[] arguments) {
    ChildJvm.endWithParent();
    try (Store store = Stores.open(Path.of(arguments[0]), new StoreOptions(0))) {
      StoreMap<Long, byte[]> map =
          store.map("/maps/m", MapOptions.of(Codecs.longs(), Codecs.bytes()));
      String message = "nothing";
      long key = 0;
      for (; message.equals("nothing") && key < 100_000; key++) {
        try {
          map.put(key, new byte[1000]);
        } catch (StoreFullException e) {
          message = String.valueOf(e.getMessage());
        }
      }
      long bytes = Objects.requireNonNull(store.statistics("/maps/m")).allocatedBytes();
      System.out.println(bytes / MIB);
      System.out.println(message);
      System.out.println(map.size() == key - 1);
    }
  }
}
