package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpeedTest {
  private static final HashStrategy RAPID = HashStrategies.rapid();

  private static SpeedJob job(SpeedJob.Task task, HashStrategy strategy, List<String> keys) {
    return new SpeedJob(
        task,
        strategy.name(),
        strategy.seed(),
        HashStrategies.selfTest(strategy),
        "",
        List.of(16),
        List.of(16),
        List.of(16),
        keys);
  }

  @Test
  void shouldHandKeysOverAsTheyAre() throws IOException {
    List<String> keys =
        List.of(
            "", "word\r", "\uFEFFa", "\r\r\n", "a\nb", "\u20AC\uD83D\uDE00", "x".repeat(70_000));
    SpeedJob job = job(SpeedJob.Task.MAPS, HashStrategies.siphash(-7), keys);
    var bytes = new ByteArrayOutputStream();
    job.write(new DataOutputStream(bytes));
    var in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    assertEquals(job, SpeedJob.read(in));
    assertEquals(0, in.available());
  }

  /** JVMs say on standard error what they have picked up, and on standard output what they log. */
  @Test
  void shouldNotMistakeForResultsWhatTheJvmSays() throws Exception {
    var chatter =
        Map.of("JAVA_TOOL_OPTIONS", "-Xmx2g -Xlog:gc*", "JDK_JAVA_OPTIONS", "-Dvitrine.any=thing");
    var speed = new Speed(List.of("word\r", "\uFEFFa"), false, "", chatter);
    speed.measure(RAPID, SpeedJob.Task.MAPS);
    speed.measure(RAPID, SpeedJob.Task.HASHES);
    assertEquals(Map.of(), speed.failures());
    assertEquals(Set.of("rapid"), speed.single("heapGet").keySet());
    Map<?, ?> bytes = (Map<?, ?>) speed.medians("bytes").get("rapid");
    assertEquals(14, bytes.size());
    assertTrue((double) bytes.get("16") > 0, bytes::toString);
  }

  @Test
  void shouldTellWhyItCouldNotMeasure() throws Exception {
    var speed = new Speed(List.of("a"), false, "", Map.of("JAVA_TOOL_OPTIONS", "-XX:NoSuchFlag=1"));
    speed.measure(RAPID, SpeedJob.Task.MAPS);
    speed.measure(RAPID, SpeedJob.Task.HASHES); // not tried again
    assertEquals(Set.of("rapid"), speed.failures().keySet());
    String why = speed.failures().get("rapid");
    assertTrue(why.contains("NoSuchFlag"), why);
    assertEquals(1, why.lines().count(), why);
    assertEquals(Map.of(), speed.medians("bytes"));
  }

  @Test
  void shouldTellThatAStrategyIsUnknownOrAnotherOneThere() {
    SpeedJob good = job(SpeedJob.Task.HASHES, RAPID, List.of());
    SpeedJob unknown =
        new SpeedJob(
            good.task(), "no-such", 0, 0, "", List.of(16), List.of(), List.of(), List.of());
    assertFails("unknown hash strategy: name=no-such", unknown);
    SpeedJob other =
        new SpeedJob(good.task(), "rapid", 0, 1, "", List.of(16), List.of(), List.of(), List.of());
    assertFails("hash strategy rapid hashes otherwise in the process that measures it", other);
  }

  /** Ends its process at once, as the system does with one that takes too much memory. */
  public static final class Ending implements Runnable {
    /** For the process that measures. */
    public Ending() {}

    @Override
    public void run() {
      Runtime.getRuntime().halt(137);
    }
  }

  /** Does not get far. */
  public static final class Failing implements Runnable {
    /** For the process that measures. */
    public Failing() {}

    @Override
    public void run() {
      throw new OutOfMemoryError("Java heap space");
    }
  }

  /** Begins a process that keeps the pipe of the results open. */
  public static final class Lingering implements Runnable {
    /** For the process that measures. */
    public Lingering() {}

    @Override
    public void run() {
      try {
        new ProcessBuilder("sh", "-c", "while [ -e \"$VITRINE_LINGERS\" ]; do sleep 1; done")
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static SpeedJob registering(Class<? extends Runnable> type) {
    SpeedJob job = job(SpeedJob.Task.HASHES, RAPID, List.of());
    return new SpeedJob(
        job.task(),
        job.strategy(),
        job.seed(),
        job.selfTest(),
        type.getName(),
        job.lengths(),
        job.chainedLengths(),
        job.textLengths(),
        job.keys());
  }

  @Test
  void shouldTellThatAProcessWasEndedOrHadTooLittleMemory() {
    var options = Map.of("JAVA_TOOL_OPTIONS", "-Xmx1g");
    String ended = failure(registering(Ending.class), options);
    assertEquals("the JVM ended with exit code 137", ended);
    String failed = failure(registering(Failing.class), options);
    assertEquals("java.lang.OutOfMemoryError: Java heap space", failed);
  }

  @Test
  void shouldNotWaitForWhatAStrategyBegan(@TempDir Path folder) throws Exception {
    Path lingers = Files.createFile(folder.resolve("lingers"));
    var environment = Map.of("VITRINE_LINGERS", lingers.toString());
    try {
      List<String> results =
          assertTimeoutPreemptively(
              Duration.ofSeconds(90),
              () -> SpeedProcess.run(registering(Lingering.class), environment));
      assertTrue(results.stream().anyMatch(line -> line.startsWith("utf16 16 ")));
    } finally {
      Files.delete(lingers);
    }
  }

  private static String failure(SpeedJob job, Map<String, String> environment) {
    var e = assertThrows(IOException.class, () -> SpeedProcess.run(job, environment));
    return e.getMessage();
  }

  private static void assertFails(String message, SpeedJob job) {
    String found = failure(job, Map.of());
    assertTrue(found.contains(message), found);
  }

  /** However its parent ends, this closes its input. */
  @Test
  void shouldEndAsSoonAsItsInputDoes() throws Exception {
    Process process =
        new ProcessBuilder(SpeedProcess.command())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      try (var in = new DataOutputStream(process.getOutputStream())) {
        job(SpeedJob.Task.HASHES, RAPID, List.of()).write(in); // takes a second or two
      }
      assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it goes on without its parent");
      assertEquals(SpeedFork.ORPHANED, process.exitValue());
    } finally {
      process.destroyForcibly();
    }
  }
}
