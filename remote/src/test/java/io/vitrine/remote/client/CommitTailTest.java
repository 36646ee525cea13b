package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.MapEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The last change of a commit that passes has its revision, and nothing stays behind. */
class CommitTailTest {
  private static MapEvent<String, Long> change(long revision, long commit) {
    return new MapEvent.Inserted<>("k", revision, revision, 1, commit, 1);
  }

  private static MapEvent<String, Long> told(long value, long revision, long commit) {
    return new MapEvent.Inserted<>("k", value, revision, 1, commit, 1);
  }

  @Test
  void theLastThatPassesHasTheRevisionOfTheCommit() {
    var tail = new CommitTail<String, Long>(false);
    assertEquals(List.of(), tail.take(change(5, 7), change(5, 7)));
    assertEquals(List.of(told(5, 5, 7)), tail.take(change(6, 7), change(6, 7)));
    assertTrue(tail.isHolding());
    assertEquals(List.of(told(6, 7, 7)), tail.take(change(7, 7), null));
    assertFalse(tail.isHolding());
    assertEquals(List.of(change(8, 8)), tail.take(change(8, 8), change(8, 8)));
  }

  @Test
  void whatIsHeldComesBeforeWhatIsNoChange() {
    var tail = new CommitTail<String, Long>(false);
    assertNull(tail.release(4));
    tail.take(change(5, 7), change(5, 7));
    assertEquals(told(5, 5, 7), tail.release(6));
    tail.take(change(15, 17), change(15, 17));
    assertEquals(told(15, 17, 17), tail.release(20));
    assertFalse(tail.isHolding());
  }

  @Test
  void nothingThatWasJoinedIsHeld() {
    var tail = new CommitTail<String, Long>(true);
    assertEquals(List.of(change(5, 7)), tail.take(change(5, 7), change(5, 7)));
    assertEquals(List.of(), tail.take(change(6, 7), null));
    assertFalse(tail.isHolding());
  }
}
