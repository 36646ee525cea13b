package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An owner in another pid namespace, as in a container: its process id means nothing here, and
 * still it is waited for while it lives and its lock is taken over when it is killed.
 */
class PidNamespaceTest {
  @TempDir Path folder;

  @Test
  void anOwnerOfAnotherNamespaceIsWaitedForAndTakenOver() throws Exception {
    List<String> launcher =
        PidNamespaces.launcher()
            .orElseGet(() ->
                Assumptions.abort("this machine permits no process in another pid namespace"));
    try (Store store = Logged.open(folder);
        ChildJvm owner =
            ChildJvm.startBy(
                launcher,
                LockHolder.class,
                List.of("-Xmx64m", "-Dvitrine.steps=true"),
                folder.toString())) {
      StoreMap<Long, Long> map = store.map(LockHolder.PATH, LockHolder.OPTIONS);
      assertEquals("holding", owner.line());
      assertEquals("pid 1", owner.line(), "the owner is in a namespace of its own");
      Thread waiter = Thread.ofPlatform().daemon().start(() -> map.put(2L, 2L));
      waiter.join(300);
      assertTrue(waiter.isAlive(), "the lock of a living process was not respected");
      assertNull(map.get(2L));
      for (long since = System.nanoTime(); sockets() < 2; ) {
        assertTrue(System.nanoTime() - since < 60_000_000_000L, "not each tells of its life");
        LockSupport.parkNanos(1_000_000);
      }
      owner.kill();
      waiter.join(60_000);
      assertEquals(2L, map.get(2L));
      assertEquals(1L, Objects.requireNonNull(store.describe(LockHolder.PATH)).takeovers());
      Invariants.check(store);
      store.sweep();
      assertEquals(1, sockets(), "that of the dead is removed");
    }
    assertEquals(0, sockets());
  }

  private long sockets() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().contains("store.lives.")).count();
    }
  }
}
