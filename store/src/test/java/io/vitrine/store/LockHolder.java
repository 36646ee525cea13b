package io.vitrine.store;

import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A process that stops for ever in the middle of an update, with the segment's lock. */
final class LockHolder {
  static final String PATH = "/maps/held";
  static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);

  private LockHolder() {}

  /** Argument: folder of the store. */
  public static void main(String[] arguments) {
    ChildJvm.endWithParent();
    StoreMap<Long, Long> map = Stores.open(Path.of(arguments[0])).map(PATH, OPTIONS);
    Step.hook(step -> {
      if (step == Step.RECORD_WRITTEN) {
        System.out.println("holding");
        System.out.println("pid " + ProcessHandle.current().pid());
        while (true) {
          LockSupport.park();
        }
      }
    });
    map.put(1L, 1L);
  }
}
