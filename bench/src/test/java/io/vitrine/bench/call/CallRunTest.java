package io.vitrine.bench.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.hash.HashCalls;
import io.vitrine.bench.hash.HashForm;
import io.vitrine.bench.peer.Peer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallRunTest {
  @TempDir Path folder;

  @Test
  @SuppressWarnings("try") // The lock is only held.
  void measuresWhileAnotherRunOfJmhHoldsItsLock() throws Exception {
    Path file = Path.of(System.getProperty("java.io.tmpdir"), "jmh.lock");
    try (var channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.tryLock()) { // null where another one does hold it
      CallRun.Outcome outcome =
          new CallRun(HashCalls.class, "hash", 1, 1, 10, 2, 10, List.of())
              .run(
                  Peer.VITRINE,
                  Map.of("function", "rapid", "form", HashForm.LONG.name(), "lengths", "8"),
                  folder.resolve("log"));
      assertEquals(2, outcome.nanos().size());
      assertTrue(outcome.nanos().stream().allMatch(nanos -> nanos > 0), outcome::toString);
    }
  }
}
