package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that write are killed with SIGKILL at random, 200 times and more. */
class KillTest {
  private static final int KILLS = 210;
  private static final int WRITERS = 3;

  @TempDir Path folder;

  @Test
  void killedWritersHarmNobody() throws Exception {
    long seed = new Random().nextLong();
    try (Arena arena = Arena.ofShared()) {
      run(new Random(seed), arena);
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private void run(Random random, Arena arena) throws Exception {
    Path storeFolder = folder.resolve("store");
    Path journals = Files.createDirectory(folder.resolve("journals"));
    var writers = new ChildJvm[WRITERS];
    var books = new JournalingWriter[WRITERS];
    try (Store store = Stores.open(storeFolder, new StoreOptions(8 << 20))) {
      StoreMap<String, byte[]> map = store.map(JournalingWriter.PATH, JournalingWriter.OPTIONS);
      StoreMap<Long, Long> counters =
          store.map(JournalingWriter.COUNTERS_PATH, JournalingWriter.COUNTERS);
      for (int i = 0; i < WRITERS; i++) {
        books[i] = JournalingWriter.open(journals, i, arena);
        writers[i] = start(storeFolder, journals, i, random);
      }
      long uncertain = 0;
      for (int kill = 0; kill < KILLS; kill++) {
        int victim = kill % WRITERS;
        assertEquals("ready", writers[victim].line());
        LockSupport.parkNanos(random.nextInt(30_000_000)); // where it is then is left to chance
        writers[victim].kill();
        verify(map, books[victim]);
        uncertain += begunShared(books[victim]) - doneShared(books[victim]);
        if (kill + WRITERS < KILLS) {
          writers[victim] = start(storeFolder, journals, victim, random);
        }
      }
      store.sweep();
      Invariants.check(store);
      try (var files = Files.walk(storeFolder)) {
        assertEquals(
            List.of(), files.filter(f -> f.toString().contains(".new-")).toList(), "left over");
      }
      long sum = 0;
      for (long key = 0; key < JournalingWriter.SHARED; key++) {
        sum += Objects.requireNonNullElse(counters.get(key), 0L);
      }
      long done = 0;
      for (int i = 0; i < WRITERS; i++) {
        done += doneShared(books[i]);
      }
      assertTrue(
          sum >= done && sum <= done + uncertain,
          "counters: " + sum + ", noted " + done + ", uncertain " + uncertain);
      long takeovers = Objects.requireNonNull(store.describe(JournalingWriter.PATH)).takeovers();
      System.out.println(KILLS + " kills, " + takeovers + " segments taken over");
    } finally {
      for (ChildJvm writer : writers) {
        if (writer != null) {
          writer.close();
        }
      }
    }
  }

  private static long begunShared(JournalingWriter book) {
    return book.begun(JournalingWriter.KEYS);
  }

  private static long doneShared(JournalingWriter book) {
    return book.done(JournalingWriter.KEYS);
  }

  private static ChildJvm start(Path store, Path journals, int number, Random random) {
    return ChildJvm.start(
        JournalingWriter.class,
        List.of("-Xmx64m"),
        store.toString(),
        journals.toString(),
        Integer.toString(number),
        Long.toString(random.nextLong()));
  }

  private static void verify(StoreMap<String, byte[]> map, JournalingWriter book) {
    for (int index = 0; index < JournalingWriter.KEYS; index++) {
      byte[] now = map.get(book.key(index));
      long done = book.done(index);
      long begun = book.begun(index);
      String what = book.key(index) + " is neither as after update " + done + " nor " + begun;
      boolean old = done == 0 ? now == null : Arrays.equals(now, value(index, done));
      assertTrue(old || (begun != done && Arrays.equals(now, value(index, begun))), what);
    }
  }

  private static byte @Nullable [] value(int index, long n) {
    return JournalingWriter.value(index, n);
  }
}
