package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Servers and clients in JVMs of their own, for a moment; what comes back is checked by them. */
class NetWorkloadTest {
  @TempDir private Path folder;
  private String said = "";

  private Map<String, Double> measured(Peer peer, String task, String waits) throws Exception {
    try (var lab = new Lab(List.of(folder))) {
      Path port = lab.fresh(folder).resolve("port");
      Map<String, Object> options =
          new LinkedHashMap<>(
              Map.of(
                  "waits",
                  waits,
                  "callbacks",
                  "in place",
                  "encoding",
                  "CBOR",
                  "inFlight",
                  8,
                  "warmUp",
                  20,
                  "millis",
                  100,
                  "port",
                  port));
      try (ForkProcess server = lab.fork(peer, "net-server", options)) {
        server.awaitReady();
        options.put("port", Files.readString(port));
        return lab.measure(peer, task, options);
      } finally {
        said = Files.readString(lab.log());
        Files.delete(lab.log());
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "MACHINE, rtt, sleeps",
    "MACHINE, rtt, spins",
    "MACHINE, subscribe, sleeps",
    "MACHINE, subscribe, spins",
    "NETTY, rtt, spins"
  })
  void shouldTellPercentiles(Peer peer, String task, String waits) throws Exception {
    Map<String, Double> found = measured(peer, task, waits);
    assertEquals(Set.of("allocated", "p50", "p99"), found.keySet());
    assertTrue(found.getOrDefault("p50", 0.0) > 0, found::toString);
    assertTrue(found.getOrDefault("p99", 0.0) >= found.get("p50"), found::toString);
  }

  @Test
  void shouldNameTheLoopOfARate() throws Exception {
    Settings quick =
        new Settings(
            true,
            1,
            true,
            Set.of("pipeline"),
            EnumSet.of(Peer.NETTY),
            List.of(folder),
            List.of(1_000L),
            new Matrix(List.of(), List.of(), List.of(), List.of(1_000L)),
            List.of());
    var pipeline =
        new NetWorkload("pipeline", Map.of("inFlight", 8), List.of(Peer.NETTY), folder, quick);
    try (var lab = new Lab(List.of(folder))) {
      List<Reading> readings = pipeline.run(Peer.NETTY, lab);
      assertEquals(1, readings.size(), readings::toString);
      assertEquals(Reading.RATE, readings.getFirst().unit());
      assertEquals(Map.of("inFlight", 8, "loop", "closed"), readings.getFirst().params());
    }
  }

  /** The bound has the fastest sockets that Netty has, and their flag. */
  @ParameterizedTest
  @CsvSource({"rtt, p50", "pipeline, rate"})
  void shouldEchoOverNativeSocketsWhereThereAreSome(String task, String what) throws Exception {
    assertTrue(measured(Peer.NETTY, task, "sleeps").containsKey(what), said);
    boolean there =
        System.getProperty("os.name").equals("Linux")
            && System.getProperty("os.arch").matches("amd64|aarch64");
    String sockets = there ? "EpollSocketChannel" : "NioSocketChannel";
    assertTrue(said.contains("connected by " + sockets), said);
    assertTrue(Peer.NETTY.flags().contains("--enable-native-access=ALL-UNNAMED"));
  }
}
