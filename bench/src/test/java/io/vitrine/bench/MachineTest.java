package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.report.Comparison;
import io.vitrine.bench.report.RunFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
  @TempDir private Path folder;

  private Settings settings(boolean quick, String... only) {
    return new Settings(
        quick,
        3,
        true,
        Set.of(only),
        EnumSet.allOf(Peer.class),
        List.of(folder),
        List.of(1_000L),
        new Matrix(List.of(), List.of(), List.of(), List.of(1_000L)),
        List.of());
  }

  private static RunFile run(String name, Map<String, Object> machine) {
    return new RunFile(Path.of(name), "", machine, List.of());
  }

  private RunFile run(String name, boolean quick, String... only) throws IOException {
    return run(name, Machine.describe(settings(quick, only)));
  }

  private static List<String> told(RunFile old, RunFile newer) {
    return Comparison.of(old, newer)
        .text()
        .lines()
        .filter(line -> line.startsWith("The runs differ in "))
        .map(line -> line.substring("The runs differ in ".length()))
        .toList();
  }

  @Test
  void tellsAWholeRunFromOneOfWhatIsNamed() throws IOException {
    RunFile whole = run("whole", false);
    RunFile named = run("named", false, "get");
    assertEquals(
        List.of(
            "length: long run of all in whole, long run of what is named in named",
            "warm-up of calls: 700 ms, and 100 more for a million entries in whole, 3700 ms, and"
                + " 100 more for a million entries in named"),
        told(whole, named));
    assertEquals(List.of(), told(named, run("other", false, "put")));
  }

  @Test
  void tellsAShortRun() throws IOException {
    assertEquals(
        List.of(
            "quick: false in long, true in short",
            "length: long run of all in long, quick run of all in short",
            "warm-up of calls: 700 ms, and 100 more for a million entries in long, 600 ms, and 50"
                + " more for a million entries in short",
            "measuring of calls: 3 x 200 ms in long, 2 x 200 ms in short"),
        told(run("long", false), run("short", true)));
  }

  /** Of which nobody knows how long they warmed up. */
  @Test
  void comparesWithFilesOfBefore_whichDoNotTell() throws IOException {
    Map<String, Object> before = Machine.describe(settings(false));
    List.of("length", "warm-up of calls", "measuring of calls").forEach(before::remove);
    List<String> told = told(run("old", before), run("new", false));
    assertEquals(3, told.size(), told::toString);
    assertTrue(told.getFirst().startsWith("length: not told in old, "), told::toString);
    assertEquals(List.of(), told(run("old", before), run("older", before)));
  }

  @Test
  void namesTheServerOfRedisWithItsVersion() throws IOException {
    Map<?, ?> peers = (Map<?, ?>) Machine.describe(settings(false)).get("peers");
    for (Peer peer : EnumSet.allOf(Peer.class)) {
      Map<?, ?> about = (Map<?, ?>) peers.get(peer.label());
      assertFalse(about.get("version").toString().isEmpty(), peer::label);
      boolean isClient = peer == Peer.LETTUCE || peer == Peer.JEDIS;
      assertEquals(isClient, about.containsKey("server"), peer::label);
      if (isClient) {
        assertTrue(about.get("server").toString().startsWith("redis-server "), about::toString);
      }
    }
    assertEquals(
        "7.0.15",
        RedisServer.version("Redis server v=7.0.15 sha=00000000:0 malloc=jemalloc-5.3.0 bits=64"));
    assertEquals("of a version that it does not tell", RedisServer.version("?"));
  }

  @Test
  void tellsThatServersOfRedisDiffer() throws IOException {
    Map<String, Object> old = Machine.describe(settings(false));
    Map<String, Object> newer = Machine.describe(settings(false));
    old.put("peers", Map.of("redis-jedis", Map.of("server", "redis-server 6.0.16")));
    newer.put("peers", Map.of("redis-jedis", Map.of("server", "redis-server 7.0.15")));
    assertEquals(
        List.of("server of redis-jedis: redis-server 6.0.16 in old, redis-server 7.0.15 in new"),
        told(run("old", old), run("new", newer)));
  }
}
