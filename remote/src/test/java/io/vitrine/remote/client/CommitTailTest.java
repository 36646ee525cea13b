package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.CollectionEvent;
import io.vitrine.collections.MapEvent;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The last change of a commit that passes has its revision, and nothing stays behind. */
class CommitTailTest {
  private static MapEvent<String, Long> change(long revision, long commit) {
    return new MapEvent.Inserted<>("k", revision, revision, 1, commit, 1);
  }

  private static CommitTail.Part<String, Long> told(long value, long revision, long commit) {
    return new CommitTail.Entry<>(new MapEvent.Inserted<>("k", value, revision, 1, commit, 1));
  }

  private static CollectionEvent note(long revision) {
    return new CollectionEvent.Annotated("unit", null, "EUR", revision, 1);
  }

  private static CommitTail.Part<String, Long> noted(long revision, long commit) {
    return new CommitTail.Own<>(note(revision), commit);
  }

  @Test
  void theLastThatPassesHasTheRevisionOfTheCommit() {
    var tail = new CommitTail<String, Long>(false);
    assertEquals(List.of(), tail.take(change(5, 7), change(5, 7)));
    assertEquals(List.of(told(5, 5, 7)), tail.take(change(6, 7), change(6, 7)));
    assertTrue(tail.isHolding());
    assertEquals(List.of(told(6, 7, 7)), tail.take(change(7, 7), null));
    assertFalse(tail.isHolding());
    assertEquals(List.of(told(8, 8, 8)), tail.take(change(8, 8), change(8, 8)));
  }

  @Test
  void whatIsHeldComesBeforeWhatIsNoChange() {
    var tail = new CommitTail<String, Long>(false);
    assertNull(tail.release(4));
    tail.take(change(15, 17), change(15, 17));
    assertEquals(told(15, 17, 17), tail.release(20));
    assertFalse(tail.isHolding());
    tail.take(change(25, 27), change(25, 27));
    assertEquals(List.of(told(25, 27, 27), noted(30, 30)), tail.take(note(30)));
    assertFalse(tail.isHolding());
  }

  @Test
  void anAnnotationMayBeTheLastOfACommit() {
    var tail = new CommitTail<String, Long>(false);
    assertEquals(List.of(noted(4, 4)), tail.take(note(4)));
    tail.take(change(5, 9), change(5, 9));
    assertEquals(List.of(told(5, 5, 9)), tail.take(note(6)));
    assertTrue(tail.isHolding());
    assertEquals(List.of(noted(6, 9)), tail.take(note(7)));
    assertEquals(List.of(), tail.take(change(8, 9), null));
    assertEquals(List.of(noted(9, 9)), tail.take(change(9, 9), null));
    tail.take(change(15, 17), change(15, 17));
    assertEquals(List.of(told(15, 15, 17), noted(17, 17)), tail.take(note(17)));
    assertFalse(tail.isHolding());
  }

  @Test
  void aChangeMayFollowAnAnnotation() {
    var tail = new CommitTail<String, Long>(false);
    tail.take(change(5, 7), change(5, 7));
    tail.take(note(6));
    assertEquals(List.of(noted(6, 7), told(7, 7, 7)), tail.take(change(7, 7), change(7, 7)));
    assertFalse(tail.isHolding());
  }

  @Test
  void nothingThatWasJoinedIsHeld() {
    var tail = new CommitTail<String, Long>(true);
    assertEquals(List.of(told(5, 5, 7)), tail.take(change(5, 7), change(5, 7)));
    assertEquals(List.of(), tail.take(change(6, 7), null));
    assertEquals(List.of(noted(7, 7)), tail.take(note(7)));
    assertFalse(tail.isHolding());
  }
}
