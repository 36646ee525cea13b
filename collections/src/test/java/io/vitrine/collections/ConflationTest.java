package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is told of changes of one key that were joined. */
@SuppressWarnings("ArrayRecordComponent") // these are what is tested
class ConflationTest {
  private long revision;

  private MapEvent<String, Long> event(@Nullable Long before, @Nullable Long after) {
    long at = ++revision;
    if (after == null) {
      return new MapEvent.Removed<>("k", before, at, 1, at, 1);
    }
    return before == null
        ? new MapEvent.Inserted<>("k", after, at, 1, at, 1)
        : new MapEvent.Updated<>("k", before, after, at, 1, at, 1);
  }

  @Test
  void fromAState_whatCameAndWentIsNothing() {
    var conflation = new Conflation<String, Long>(true);
    conflation.add(event(null, 1L), 0, 0, 0);
    conflation.add(event(1L, 2L), 0, 0, 0);
    conflation.add(event(2L, null), 0, 0, 0);
    assertTrue(conflation.isEmpty());
    conflation.add(event(null, 3L), 0, 0, 0);
    conflation.add(event(3L, 4L), 0, 0, 0);
    assertEquals(new MapEvent.Inserted<>("k", 4L, 5, 1, 5, 2), conflation.peek());
  }

  @Test
  void behindABookmark_whatCameAndWentIsRemoved() {
    var conflation = new Conflation<String, Long>(true);
    conflation.clear(false);
    conflation.add(event(null, 1L), 0, 0, 0);
    conflation.add(event(1L, null), 0, 0, 0);
    assertEquals(1, conflation.size());
    conflation.add(event(null, 3L), 0, 0, 0);
    conflation.add(event(3L, null), 0, 0, 0);
    assertEquals(new MapEvent.Removed<>("k", 1L, 4, 1, 4, 4), conflation.peek());
    // Once a state was told, all is known again.
    conflation.clear(true);
    conflation.add(event(null, 1L), 0, 0, 0);
    conflation.add(event(1L, null), 0, 0, 0);
    assertTrue(conflation.isEmpty());
  }

  @Test
  void behindABookmark_anElementThatWentAndCameIsInserted() {
    var conflation = new Conflation<String, Long>(false);
    conflation.clear(false);
    conflation.add(event(1L, null), 0, 0, 0);
    conflation.add(event(null, 1L), 0, 0, 0);
    assertEquals(new MapEvent.Inserted<>("k", 1L, 2, 1, 2, 2), conflation.peek());
    conflation.clear(true);
    conflation.add(event(1L, null), 0, 0, 0);
    conflation.add(event(null, 1L), 0, 0, 0);
    assertEquals(new MapEvent.Updated<>("k", 1L, 1L, 4, 1, 4, 2), conflation.peek());
  }

  @Test
  void bytesAreThoseOfWhatWaits() {
    var conflation = new Conflation<String, Long>(true);
    conflation.add(event(null, 1L), 1, 0, 10);
    conflation.add(event(1L, 2L), 1, 10, 20);
    assertEquals(21, conflation.bytes());
    assertEquals(new MapEvent.Inserted<>("k", 2L, 2, 1, 2, 2), conflation.peek());
    conflation.add(event(2L, 300L), 1, 20, 3_000);
    conflation.add(event(300L, null), 1, 3_000, 0); // what was in between is let go
    assertEquals(21 + 21, conflation.bytes());
    conflation.remove();
    assertEquals(21, conflation.bytes());
    conflation.add(event(null, 4L), 1, 0, 40);
    conflation.clear(true);
    assertEquals(0, conflation.bytes());
  }

  record Blob(String name, byte[] bytes) {}

  @Test
  void keysThatHoldBytes_areJoined() {
    var conflation = new Conflation<Object, Long>(true);
    for (int i = 0; i < 2; i++) {
      conflation.add(
          new MapEvent.Inserted<>(new Blob("b", new byte[] {1}), 1L, ++revision, 1, revision, 1),
          0,
          0,
          0);
      conflation.add(
          new MapEvent.Inserted<>(List.of(new byte[] {1}), 1L, ++revision, 1, revision, 1),
          0,
          0,
          0);
    }
    assertEquals(2, conflation.size());
    assertEquals(2, conflation.peek().changes());
  }
}
