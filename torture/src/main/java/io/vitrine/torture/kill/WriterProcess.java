package io.vitrine.torture.kill;

import io.vitrine.store.ChildJvm;
import io.vitrine.store.LockWords;
import io.vitrine.store.StepWatch;
import io.vitrine.store.Store;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/** A process that writes until it is killed. The way in of a process. */
final class WriterProcess {
  /** Exit code of a process that met what must not be. */
  static final int FAILED = 4;

  private WriterProcess() {}

  /**
   * Arguments: folder of the store, folder of the journals, number of the process, how many times
   * it was started, threads, seed, whether the store has a change log.
   */
  static void main(String[] arguments) throws IOException {
    ChildJvm.endWithParent();
    Path journals = Path.of(arguments[1]);
    int number = Integer.parseInt(arguments[2]);
    int life = Integer.parseInt(arguments[3]);
    int threads = Integer.parseInt(arguments[4]);
    long seed = Long.parseLong(arguments[5]);
    boolean logged = Boolean.parseBoolean(arguments[6]);
    ProcessFile file = ProcessFile.open(journals, number, Arena.global());
    StallWatch.start(file.stalls);
    Store store = Stores.open(Path.of(arguments[0]), new StoreOptions(AuditPlace.RETAIN_BYTES));
    AuditPlace audit = AuditPlace.open(store, journals, Arena.global());
    Runnable pace = logged ? audit::awaitNear : () -> {};
    boolean lingers = life % 2 == 0;
    StepWatch.watch(step -> {
      if (Thread.currentThread() instanceof WriterThread writer) {
        writer.at(step);
      }
    });
    var writers = new WriterThread[threads];
    for (int i = 0; i < threads; i++) {
      int writer = number * threads + i;
      Deeds deeds = Deeds.open(store, journals, writer, logged, Arena.global());
      writers[i] = new WriterThread(deeds, file, pace, seed + i, lingers);
    }
    file.ready(life, LockWords.owner(store));
    for (WriterThread writer : writers) {
      writer.start();
    }
  }
}
