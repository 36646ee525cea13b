package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An owner in another pid namespace, as in a container: its process id means nothing here, and
 * still it is waited for while it lives and its lock is taken over when it is killed.
 */
class PidNamespaceTest {
  private static final List<List<String>> LAUNCHERS =
      List.of(
          List.of("unshare", "--pid", "--fork", "--kill-child"),
          List.of("unshare", "--map-root-user", "--pid", "--fork", "--kill-child"));

  @TempDir Path folder;

  @Test
  void anOwnerOfAnotherNamespaceIsWaitedForAndTakenOver() throws Exception {
    List<String> launcher =
        LAUNCHERS.stream()
            .filter(PidNamespaceTest::works)
            .findFirst()
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
      owner.kill();
      waiter.join(60_000);
      assertEquals(2L, map.get(2L));
      assertEquals(1L, Objects.requireNonNull(store.describe(LockHolder.PATH)).takeovers());
      Invariants.check(store);
    }
  }

  private static boolean works(List<String> launcher) {
    var command = Stream.concat(launcher.stream(), Stream.of("true")).toList();
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false; // no such command here
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted", e);
    }
  }
}
