package io.vitrine.bench.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.hash.HashCalls;
import io.vitrine.bench.hash.HashForm;
import io.vitrine.bench.peer.Peer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.RunnerException;

class CallRunTest {
  @TempDir Path folder;

  @Test
  @SuppressWarnings("try") // The lock is only held.
  void measuresWhileAnotherRunOfJmhHoldsItsLock() throws Exception {
    Path file = Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock");
    try (var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) { // null where another one does hold it
      CallRun.Outcome outcome =
          run("rapid", Files.writeString(folder.resolve("log"), "what was said before\n"));
      assertEquals(2, outcome.nanos().size());
      assertTrue(outcome.nanos().stream().allMatch(nanos -> nanos > 0), outcome::toString);
    }
  }

  /** A failure names the log, in which what came after it may not take its place. */
  @Test
  void addsWhatIsPrintedToTheLog_alsoWhereItFails() throws Exception {
    Path log = Files.writeString(folder.resolve("log"), "what was said before\n");
    assertThrows(RunnerException.class, () -> run("no such function", log));
    String failed = Files.readString(log);
    assertTrue(failed.startsWith("what was said before\n"), failed);
    assertTrue(failed.contains("no such function"), failed);
    run("rapid", log);
    assertTrue(Files.readString(log).startsWith(failed));
    try (var files = Files.list(folder)) {
      assertEquals(List.of(log), files.toList());
    }
  }

  private static CallRun.Outcome run(String function, Path log) throws Exception {
    return new CallRun(HashCalls.class, "hash", 1, 1, 10, 2, 10, List.of())
        .run(
            Peer.VITRINE,
            Map.of("function", function, "form", HashForm.LONG.name(), "lengths", "8"),
            log);
  }
}
