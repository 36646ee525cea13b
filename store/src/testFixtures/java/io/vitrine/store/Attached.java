package io.vitrine.store;

import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A process that has a store open, notes its place among the others, and waits for its end. */
public final class Attached {
  /** Of each process, the number in the table of processes. */
  public static final String PATH = "/maps/attached";

  /** How the map of that path is made. */
  public static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4);

  private Attached() {}

  /**
   * The way in.
   *
   * @param arguments folder of the store, number of the process
   */
  public static void main(String[] arguments) {
    ChildJvm.endWithParent();
    Store store = Stores.open(Path.of(arguments[0]));
    StoreMap<Long, Long> map = store.map(PATH, OPTIONS);
    map.put(Long.parseLong(arguments[1]), (long) ((MappedStore) store).attachment().slot());
    System.out.println("attached");
    while (true) {
      LockSupport.park();
    }
  }
}
