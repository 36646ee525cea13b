package io.vitrine.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** A process that stops for ever at the gate of a store. */
final class GateHolder {
  private GateHolder() {}

  /** Argument: folder of the store. */
  public static void main(String[] arguments) throws IOException {
    ChildJvm.endWithParent();
    try (Gate _ = new DiskFiles(Path.of(arguments[0])).gate()) {
      System.out.println("holding");
      while (true) {
        LockSupport.park();
      }
    }
  }
}
