package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an application tells of a map stands in the log as a change does, and changes nothing. */
class PublishTest {
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);

  @TempDir Path folder;

  private static List<String> told(Store store, StoreMap<Long, Long> map) {
    var told = new ArrayList<String>();
    store
        .tailer(store.oldestRevision())
        .poll(
            change -> {
              if (change.mapId() == map.id() && change.kind() == ChangeKind.PUBLISHED) {
                told.add(
                    new String(map.published(change), java.nio.charset.StandardCharsets.UTF_8));
              } else if (change.mapId() == map.id()) {
                told.add(change.kind().name());
              }
              return true;
            },
            Integer.MAX_VALUE);
    return told;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  @Test
  void isToldInOrderWithTheChanges() {
    List<String> expected =
        List.of("CREATED", "INSERTED", "market opened", "UPDATED", "", "REMOVED");
    Path store = folder.resolve("store");
    try (Store open = Logged.open(store)) {
      StoreMap<Long, Long> map = open.map("/maps/m", OPTIONS);
      map.put(1L, 1L);
      long before = open.revision();
      long revision = map.publish(bytes("market opened"));
      assertEquals(open.revision(), revision);
      assertEquals(true, revision > before);
      map.put(1L, 2L);
      map.publish(new byte[0]);
      map.remove(1L);
      assertEquals(expected, told(open, map));
      assertEquals(0, map.size());
    }
    try (Store again = Logged.open(store)) {
      assertEquals(expected, told(again, again.map("/maps/m", OPTIONS)));
    }
  }

  @Test
  void leavesCheckRepairAndCopyInPeace() throws IOException {
    Path place = folder.resolve("store");
    var content = new byte[3_000_000]; // more than a narrow record and the first log file
    new Random(7).nextBytes(content);
    try (Store open = Logged.open(place)) {
      StoreMap<Long, Long> map = open.map("/maps/m", OPTIONS);
      StoreMap<Long, Long> compact =
          open.map("/maps/c", MapOptions.of(Codecs.longs(), Codecs.longs()).compact());
      for (long i = 0; i < 500; i++) {
        map.put(i, i);
        map.publish(bytes("m" + i));
        compact.put(i, i);
        compact.publish(bytes("c" + i));
      }
      map.publish(content);
      var read = new ArrayList<byte[]>();
      open.tailer(0)
          .poll(
              change -> {
                if (change.kind() == ChangeKind.PUBLISHED && change.mapId() == map.id()) {
                  read.add(map.published(change));
                }
                return true;
              },
              Integer.MAX_VALUE);
      assertArrayEquals(content, read.getLast());
      var seen = new ArrayList<Long>();
      Snapshot<Long, Long> snapshot = compact.snapshot();
      compact.publish(bytes("during a walk"));
      while (snapshot.next((key, _, _) -> seen.add(key), 10)) {
        compact.publish(bytes("during a walk"));
      }
      assertEquals(500, seen.stream().distinct().count());
      assertEquals(500, seen.size());
      open.snapshot(folder.resolve("copy"));
      open.compact("/maps/m");
      assertEquals(500, map.size());
    }
    for (String name : List.of("store", "copy")) {
      CheckReport report = Stores.check(folder.resolve(name));
      assertEquals(List.of(), report.findings(), name);
      try (Store open = Logged.open(folder.resolve(name))) {
        assertEquals(500, open.map("/maps/m", OPTIONS).size(), name);
      }
    }
  }

  /** A call takes the place of one before: what that one told must not be seen behind it. */
  @Test
  void isAllThatIsTold_afterSomethingLonger() {
    try (Store open = Logged.inMemory()) {
      StoreMap<Long, Long> map = open.map("/maps/m", OPTIONS);
      long begin = open.revision();
      var expected = new ArrayList<byte[]>();
      for (int length : List.of(300_000, 5_000, 2_000, 41, 40, 39, 17, 8, 1, 0, 3)) {
        var content = new byte[length];
        Arrays.fill(content, (byte) -1);
        expected.add(content);
        map.publish(content);
      }
      map.put(1L, 1L);
      map.publish(bytes("last"));
      var seen = new ArrayList<byte[]>();
      open.tailer(begin)
          .poll(
              change -> {
                if (change.kind() == ChangeKind.PUBLISHED) {
                  seen.add(map.published(change));
                  long end = change.newOffset() + change.newLength();
                  for (long at = end; at % 8 != 0; at++) {
                    assertEquals(0, change.source().get(ValueLayout.JAVA_BYTE, at), "padding");
                  }
                }
                return true;
              },
              Integer.MAX_VALUE);
      expected.add(bytes("last"));
      assertEquals(expected.size(), seen.size());
      for (int i = 0; i < seen.size(); i++) {
        assertArrayEquals(expected.get(i), seen.get(i));
      }
    }
  }

  @Test
  void isRefusedWhereTheMapIsGone() {
    try (Store open = Logged.inMemory()) {
      StoreMap<Long, Long> map = open.map("/maps/m", OPTIONS);
      open.drop("/maps/m");
      long before = open.revision();
      assertThrows(IllegalStateException.class, () -> map.publish(bytes("late")));
      assertEquals(before, open.revision());
    }
  }

  @Test
  void changesOfOtherKindsAndOtherMapsAreRefused() {
    try (Store open = Logged.inMemory()) {
      StoreMap<Long, Long> map = open.map("/maps/m", OPTIONS);
      StoreMap<Long, Long> other = open.map("/maps/other", OPTIONS);
      long begin = open.revision();
      map.put(1L, 1L);
      map.publish(bytes("told"));
      var told = new ArrayList<String>();
      open.tailer(begin)
          .poll(
              change -> {
                told.add(change.kind().name());
                assertThrows(IllegalArgumentException.class, () -> other.published(change));
                assertThrows(IllegalArgumentException.class, () -> other.key(change));
                assertThrows(IllegalArgumentException.class, () -> other.newValue(change));
                if (change.kind() != ChangeKind.PUBLISHED) {
                  var e = assertThrows(IllegalArgumentException.class, () -> map.published(change));
                  assertEquals(
                      "change at revision %d of map /maps/m is INSERTED, expected PUBLISHED"
                          .formatted(change.revision()),
                      e.getMessage());
                }
                return true;
              },
              Integer.MAX_VALUE);
      assertEquals(List.of("INSERTED", "PUBLISHED"), told);
      MemorySegment target = MemorySegment.ofArray(new byte[16]);
      for (long offset : new long[] {-1, Long.MIN_VALUE}) {
        assertThrows(IndexOutOfBoundsException.class, () -> map.copyValue(1L, target, offset));
      }
      assertEquals(8, map.copyValue(1L, target, 16));
    }
  }
}
