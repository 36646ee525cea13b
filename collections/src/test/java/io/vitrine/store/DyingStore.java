package io.vitrine.store;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Stops a writer for ever at a named point of the store, as a kill there would. */
public final class DyingStore {
  private DyingStore() {}

  /** Names of the points. */
  public static List<String> points() {
    return Stream.of(Step.values()).map(Step::name).toList();
  }

  /**
   * Lets a thread die at a point.
   *
   * @param writer the thread
   * @param point name of the point
   * @param visit the how manieth time it comes there
   * @param then runs when it has died
   * @return whether it has
   */
  public static AtomicBoolean dieAt(Thread writer, String point, int visit, Runnable then) {
    Step step = Step.valueOf(point);
    var visits = new AtomicInteger();
    var died = new AtomicBoolean();
    Step.hook(at -> {
      if (at == step
          && Thread.currentThread().equals(writer)
          && visits.incrementAndGet() == visit) {
        died.set(true);
        then.run();
        while (true) {
          LockSupport.park();
        }
      }
    });
    return died;
  }

  /** Lets what a thread does fail at a point. */
  public static void failAt(Thread writer, String point) {
    at(
        writer,
        point,
        () -> {
          throw new IllegalStateException("made to fail by a test");
        });
  }

  /** Runs something each time that a thread comes to a point. */
  public static void at(Thread writer, String point, Runnable then) {
    Step step = Step.valueOf(point);
    Step.hook(at -> {
      if (at == step && Thread.currentThread().equals(writer)) {
        then.run();
      }
    });
  }

  /** What is thrown where there is no room. */
  public static StoreFullException full() {
    return new StoreFullException("no room, of a test", null);
  }

  /** Lets nobody die or fail any more. */
  public static void noHook() {
    Step.hook(null);
  }

  /** Lets the process's place go, as the kernel does when it is killed. */
  public static void letGo(Store store) {
    ((MappedStore) store).attachment().close();
  }
}
