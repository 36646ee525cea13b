package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With {@link Overflow#LATEST} and no demand no more is held than the memory has room for. */
class StuckTest {
  private static final int LARGE = 256 << 10;

  @TempDir private Path folder;

  /** A thread also waits for its turn for moments, so it must be found waiting again and again. */
  private static void awaitRest(Subscription<?> subscription) {
    var log = (LogSubscription<?, ?, ?>) subscription;
    long[] seen = {0, 0}; // revision, how often
    Await.until(
        () -> {
          Thread.State state = log.thread().getState();
          boolean waits = state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING;
          boolean same = waits && log.readRevision() > 0 && log.readRevision() == seen[0];
          seen[1] = same ? seen[1] + 1 : 0;
          seen[0] = log.readRevision();
          return seen[1] > 100;
        },
        () -> "the subscription to wait");
  }

  @Test
  void holdsNoMoreThanSomeMegabytesOfAMap() {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      ObservableMap<Long, byte[]> map = vitrine.map("m", Long.class, byte[].class);
      var recorder = new Recorder<MapEvent<Long, byte[]>>();
      Subscription<?> subscription =
          map.subscribe(
              SubscriptionOptions.<Long, byte[]>all()
                  .withoutBootstrap()
                  .withOverflow(Overflow.LATEST)
                  .withRequest(0),
              recorder);
      long beyond = 0;
      for (long i = 0; i < 300; i++) {
        map.set(i, new byte[LARGE]);
        beyond = i == 140 ? vitrine.describe("m").revision() : beyond; // 35 MiB
      }
      awaitRest(subscription);
      long read = ((LogSubscription<?, ?, ?>) subscription).readRevision();
      assertTrue(read < beyond, read + " was read, " + beyond + " is beyond what may be held");
      subscription.request(Long.MAX_VALUE);
      recorder.await(() -> recorder.items().size() == 300, "all of them");
    }
  }

  @Test
  void goesOnJoiningWhereOneLargeValueChanges() {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      ObservableMap<Long, byte[]> map = vitrine.map("m", Long.class, byte[].class);
      var recorder = new Recorder<MapEvent<Long, byte[]>>();
      var log =
          (LogSubscription<?, ?, ?>)
              map.subscribe(
                  SubscriptionOptions.<Long, byte[]>all()
                      .withoutBootstrap()
                      .withOverflow(Overflow.LATEST)
                      .withRequest(0),
                  recorder);
      for (long i = 0; i < 300; i++) {
        map.set(1L, new byte[LARGE]);
      }
      recorder.await(() -> log.readRevision() == log.head(), "all to be read");
      log.request(1);
      recorder.await(() -> recorder.items().size() == 1, "one");
      assertEquals(300, recorder.items().getFirst().changes());
    }
  }

  @Test
  void holdsNoMoreThanSomePublishedEventsOfAList() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      ObservableList<Long> list = vitrine.list("l", Long.class);
      var recorder = new Recorder<ListEvent<Long>>();
      Subscription<?> subscription =
          list.subscribe(
              ElementOptions.<Long>all()
                  .withoutBootstrap()
                  .withEvents(EnumSet.allOf(EventKind.class))
                  .withOverflow(Overflow.LATEST)
                  .withRequest(0),
              recorder);
      int many = Follower.JOINED_MAX + 2_000;
      long beyond = 0;
      for (int i = 0; i < many; i++) {
        long revision = list.publish((long) i);
        beyond = i == Follower.JOINED_MAX + 1_000 ? revision : beyond;
      }
      awaitRest(subscription);
      assertTrue(((LogSubscription<?, ?, ?>) subscription).readRevision() < beyond);
      subscription.request(Long.MAX_VALUE);
      recorder.await(() -> recorder.calls().size() == many, "all of them, none is lost");
    }
  }

  @Test
  void isToldAListOfLargeElementsAnew() {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      ObservableList<byte[]> list = vitrine.list("l", byte[].class);
      var recorder = new Recorder<ListEvent<byte[]>>();
      Subscription<?> subscription =
          list.subscribe(
              ElementOptions.<byte[]>all()
                  .withoutBootstrap()
                  .withOverflow(Overflow.LATEST)
                  .withRequest(0),
              recorder);
      for (int i = 0; i < 150; i++) {
        list.add(new byte[LARGE]);
      }
      // That is more than may be held.
      recorder.await(() -> recorder.calls().equals(List.of("resync")), "a resync");
      subscription.request(Long.MAX_VALUE);
      recorder.await(() -> recorder.items().size() == 150, "the state, and what came behind it");
    }
  }
}
