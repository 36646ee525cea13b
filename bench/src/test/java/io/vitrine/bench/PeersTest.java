package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.peer.Peer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each system in a JVM of its own, with its flags, as it is measured. */
class PeersTest {
  @TempDir private Path folder;

  static Stream<Peer> systems() {
    return Peer.MAPS.stream();
  }

  @ParameterizedTest
  @MethodSource("systems")
  void shouldStoreAndFindWhatItIsGiven(Peer peer) throws Exception {
    try (var lab = new Lab(List.of(folder))) {
      Map<String, Double> found = lab.measure(peer, "check", Map.of("folder", lab.fresh(folder)));
      assertTrue(found.getOrDefault("checks", 0.0) > 1_000, found::toString);
      assertEquals(peer, Peer.of(peer.label()));
      assertTrue(peer.version().matches(".*\\d.*|of these sources"), peer.version());
      Files.delete(lab.log());
    }
  }
}
