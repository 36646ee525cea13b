package io.vitrine.store;

import io.vitrine.store.PatternCodec.Pattern;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A process that has a map open which is small, and reads the large value that another sets. */
final class LargeReader {
  static final String PATH = "/maps/large";
  static final MapOptions<Long, Pattern> OPTIONS =
      MapOptions.of(Codecs.longs(), new PatternCodec()).withSegments(2);

  private LargeReader() {}

  /** Arguments: folder of the store, number of entries to wait for. */
  public static void main(String[] arguments) {
    ChildJvm.endWithParent();
    try (Store store = Stores.open(Path.of(arguments[0]))) {
      StoreMap<Long, Pattern> map = store.map(PATH, OPTIONS);
      System.out.println("open " + map.size());
      while (map.size() < Long.parseLong(arguments[1])) {
        LockSupport.parkNanos(5_000_000);
      }
      System.out.println(map.get(1L));
    }
  }
}
