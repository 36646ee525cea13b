package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that write to a store without a log are killed with SIGKILL at random. */
class UnloggedKillTest {
  private static final int KILLS = 16;
  private static final int WRITERS = 2;
  private static final int ALIVE_NANOS_MAX = 60_000_000;

  @TempDir Path folder;

  @Test
  void killedWritersHarmNobody() throws Exception {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    var writers = new ArrayList<ChildJvm>();
    List<MappedByteBuffer> notes = new ArrayList<>();
    try (Store store = Stores.open(folder.resolve("store"))) {
      for (int writer = 0; writer < WRITERS; writer++) {
        notes.add(UnloggedWriter.notes(folder.resolve("notes" + writer)));
        writers.add(start(writer, 1));
      }
      for (int kill = 0; kill < KILLS; kill++) {
        int victim = random.nextInt(WRITERS);
        LockSupport.parkNanos(random.nextInt(ALIVE_NANOS_MAX));
        if (kill == KILLS / 2) {
          store.revision(); // while they write, and perhaps while one of them has just died
        }
        writers.get(victim).kill();
        String what = "seed " + seed + ", kill " + kill;
        long next = 1 + verify(store, victim, notes.get(victim), what);
        writers.set(victim, start(victim, next));
      }
      for (int writer = 0; writer < WRITERS; writer++) {
        writers.get(writer).kill();
        verify(store, writer, notes.get(writer), "seed " + seed + ", the end");
      }
      store.sweep();
      Invariants.check(store);
      assertTrue(((MappedStore) store).log().beginning.isDone());
    } finally {
      writers.forEach(ChildJvm::close);
    }
    CheckReport report = Stores.check(folder.resolve("store"));
    assertTrue(report.isClean(), report::toString);
  }

  private ChildJvm start(int writer, long first) {
    ChildJvm child =
        ChildJvm.start(
            UnloggedWriter.class,
            List.of(),
            folder.resolve("store").toString(),
            folder.resolve("notes" + writer).toString(),
            Integer.toString(writer),
            Long.toString(first));
    assertEquals("writes", child.line());
    return child;
  }

  /** Each entry is as its last change left it, or the one before; the last change of all. */
  private static long verify(Store store, int writer, MappedByteBuffer notes, String what) {
    StoreMap<Long, byte[]> blocks = store.map("/maps/blocks", UnloggedWriter.blocks());
    StoreMap<Long, Long> numbers = store.map("/maps/numbers", UnloggedWriter.numbers());
    long last = 0;
    for (int key = 0; key < UnloggedWriter.KEYS; key++) {
      long begun = UnloggedWriter.begun(notes, key);
      long done = UnloggedWriter.done(notes, key);
      last = Math.max(last, begun);
      long place = UnloggedWriter.keyOf(writer, key);
      byte[] found = blocks.get(place);
      byte[] fresh = UnloggedWriter.value(begun);
      byte[] old = UnloggedWriter.value(done);
      String entry = what + ", writer " + writer + ", key " + key;
      assertTrue(Arrays.equals(found, fresh) || Arrays.equals(found, old), entry);
      Long number = numbers.get(place);
      boolean isFresh = number == null ? fresh == null : fresh != null && number == begun;
      boolean isOld = number == null ? old == null : old != null && number == done;
      assertTrue(isFresh || isOld, entry + " has " + number + " of " + done + ", " + begun);
    }
    return last;
  }
}
