package io.vitrine.store;

import java.nio.file.Path;
import java.util.List;

/**
 * A thread that stops in the middle of the log for so long that others write several files more,
 * and those before are deleted and unmapped. A program of its own, for the hook.
 */
final class StalledWalker {
  static final List<String> ACTIONS = List.of("settle", "end", "tailer", "put");

  private static final MapOptions<Integer, byte[]> OPTIONS =
      MapOptions.of(Codecs.ints(), Codecs.bytes()).withSegments(1);

  /** Offsets from here on are none of the control file. */
  private static final long IN_THE_LOG = 200_000;

  private final MappedStore store;
  private final MappedStore other;
  private boolean stalled;

  private StalledWalker(MappedStore store, MappedStore other) {
    this.store = store;
    this.other = other;
  }

  /** Argument: a folder to work in. */
  public static void main(String[] arguments) throws Exception {
    ChildJvm.endWithParent();
    for (String action : ACTIONS) {
      Path folder = Path.of(arguments[0], action);
      try (var store = (MappedStore) Stores.open(folder, new StoreOptions(0).withLogFromStart());
          var other = (MappedStore) Stores.open(folder, new StoreOptions(0).withLogFromStart())) {
        new StalledWalker(store, other).run(action);
      }
    }
  }

  private void write(int changes) {
    StoreMap<Integer, byte[]> map = other.map("/maps/other", OPTIONS);
    for (int i = 0; i < changes; i++) {
      map.put(i % 10, new byte[20_000]);
    }
  }

  private void run(String action) {
    StoreMap<Integer, byte[]> map = store.map("/maps/own", OPTIONS);
    write(20);
    long revision = other.revision();
    ChangeLog log = store.engines().getFirst().log();
    write(6);
    Thread walker = Thread.currentThread(); // threads of the stores look into the log, too
    Memory.hook((access, offset) -> {
      if (access.equals("getAcquire")
          && offset > IN_THE_LOG
          && Thread.currentThread().equals(walker)
          && !stalled) {
        stalled = true;
        for (int i = 0; i < 50; i++) {
          write(40);
          log.settle();
        }
      }
    });
    try {
      switch (action) {
        case "settle" -> log.settle();
        case "end" -> log.end();
        case "tailer" -> store.tailer(revision);
        default -> map.put(1, new byte[100]);
      }
      System.out.println(action + (action.equals("tailer") ? " finds it" : " ok"));
    } catch (RetentionException e) {
      System.out.println(action + (action.equals("tailer") ? " ok" : " fails: " + e));
    } catch (RuntimeException e) {
      System.out.println(action + " fails: " + e);
    } finally {
      Memory.hook(null);
    }
    if (!stalled) {
      System.out.println("never in the log");
    }
  }
}
