package io.vitrine.bench.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class HeapTest {
  private static final long GIB = 1L << 30;

  @Test
  void flags_giveRoomForTheEntriesAndLeaveHalfOfTheMemory() {
    assertEquals(List.of("-XX:+UseG1GC", "-Xms10g", "-Xmx10g", "-Xmn256m"), Heap.flags(24 * GIB));
    assertEquals(List.of("-XX:+UseG1GC", "-Xms10g", "-Xmx10g", "-Xmn256m"), Heap.flags(512 * GIB));
    assertEquals(List.of("-XX:+UseG1GC", "-Xms7g", "-Xmx7g", "-Xmn256m"), Heap.flags(15 * GIB));
    assertEquals(List.of("-XX:+UseG1GC", "-Xms4g", "-Xmx4g", "-Xmn256m"), Heap.flags(2 * GIB));
  }

  @Test
  void whoKeepsEntriesOnTheHeapIsGivenIt() {
    for (Peer peer : Peer.values()) {
      assertEquals(
          peer.needsHeap(),
          peer.flags().stream().anyMatch(flag -> flag.startsWith("-Xmx")),
          peer::label);
    }
    assertTrue(Peer.HASH_MAP.flags().contains("-XX:+UseG1GC"), Peer.HASH_MAP.flags()::toString);
  }
}
