package io.vitrine.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that has a map open whose file is cut off, and tells what its calls give. */
final class CutOffFile {
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);
  private static final int ENTRIES = 2_000;
  private static final int VALUE_BYTES = 3_000;
  private static final long LEFT = 3_000_000;

  private CutOffFile() {}

  /** Argument: folder of the store. */
  public static void main(String[] arguments) throws IOException {
    ChildJvm.endWithParent();
    Path folder = Path.of(arguments[0]);
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, byte[]> map = store.map("/maps/cut", OPTIONS);
      for (long key = 0; key < ENTRIES; key++) {
        map.put(key, new byte[VALUE_BYTES]);
      }
      ((MappedMap<Long, byte[]>) map).engine().file.background.await(); // it would grow again
      try (FileChannel file =
          FileChannel.open(folder.resolve("maps/cut.vtr"), StandardOpenOption.WRITE)) {
        file.truncate(LEFT);
      }
      int found = 0;
      int refused = 0;
      for (long key = 0; key < ENTRIES; key++) {
        try {
          byte[] value = map.get(key);
          found += value != null && value.length == VALUE_BYTES ? 1 : 0;
        } catch (CorruptStoreException e) {
          refused += String.valueOf(e.getMessage()).contains("cut.vtr: has " + LEFT) ? 1 : 0;
        }
      }
      boolean all = refused > 0 && found + refused == ENTRIES;
      System.out.println(all ? "all" : found + " found, " + refused + " refused");
      tell(() -> map.forEach((key, value) -> {}));
      tell(() -> {
        for (long key = 0; key < ENTRIES; key++) {
          map.put(key, new byte[VALUE_BYTES]);
        }
      });
      System.out.flush();
      Runtime.getRuntime().halt(0); // what is left cannot be closed in order
    }
  }

  private static void tell(Runnable call) {
    try {
      call.run();
      System.out.println("nothing");
    } catch (Throwable e) {
      System.out.println(e.getClass().getSimpleName());
    }
  }
}
