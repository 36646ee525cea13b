package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.store.Visitor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Visitors of list elements while others change the list. */
class ListVisitorTest {
  private static final int OFTEN = 100;

  private final Vitrine vitrine = Vitrine.inMemory();
  private final ObservableList<Long> list = vitrine.list("l", Long.class);
  private final List<Long> visited = new ArrayList<>();

  @BeforeEach
  void fill() {
    list.addAll(List.of(1L, 2L, 3L));
  }

  @AfterEach
  void close() {
    vitrine.close();
  }

  @Test
  void whatBecomesOfOtherElements_doesNotMatter() {
    long result =
        list.syncUpdate(
            1,
            element -> {
              visited.add(element);
              list.add(4L); // as another might
              list.set(0, 5L);
              list.remove(2);
              return element + 10;
            },
            element -> element);
    assertEquals(12, result);
    assertEquals(List.of(2L), visited);
    assertEquals(List.of(5L, 12L, 4L), list);
  }

  @Test
  void anElementThatChangesAgainAndAgain_isVisitedAgain_underNoLock() {
    list.asyncUpdate(
        1,
        element -> {
          visited.add(element);
          if (visited.size() < OFTEN) {
            list.set(1, element + 1); // fails within a lock
          }
          return -element;
        });
    assertEquals(OFTEN, visited.size());
    assertEquals(List.of(1L, -(OFTEN + 1L), 3L), list);
  }

  @Test
  void anIndexMeansTheElementThatIsThereThen() {
    list.asyncUpdate(
        1,
        element -> {
          visited.add(element);
          if (visited.size() == 1) {
            list.addFirst(0L);
          }
          return element == 1 ? null : element;
        });
    assertEquals(List.of(2L, 1L), visited);
    assertEquals(List.of(0L, 2L, 3L), list);
  }

  @Test
  void anElementThatIsRemovedMeanwhile_isNone() {
    Visitor<Long> visitor =
        element -> {
          list.clear();
          return element + 1;
        };
    assertThrows(IndexOutOfBoundsException.class, () -> list.asyncUpdate(1, visitor));
    assertThrows(IndexOutOfBoundsException.class, () -> list.asyncUpdate(-1, visitor));
    list.add(1L);
    assertNull(list.syncUpdate(0, _ -> null, element -> element));
  }
}
