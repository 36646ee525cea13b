package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Iterators of a list whose log keeps little: which changes make them lose their place. */
class ListIterationTest {
  private static final int COUNT = 60;
  private static final int LARGE = 1 << 20;

  private LocalVitrine vitrine;
  private ObservableList<byte[]> list;

  @BeforeEach
  void open() {
    vitrine = new LocalVitrine(Stores.inMemory(new StoreOptions(1 << 20)), new TypeRegistry());
    list = vitrine.list("l", byte[].class);
    list.addAll(IntStream.range(0, COUNT).mapToObj(i -> new byte[] {(byte) i}).toList());
  }

  @AfterEach
  void close() {
    vitrine.close();
  }

  @Test
  @SuppressWarnings("NullAway") // A null that is refused.
  void whatIsToBeDoneWithTheRest_isThere() {
    var end = list.listIterator(COUNT);
    assertThrows(NullPointerException.class, () -> end.forEachRemaining(null));
    var each = list.listIterator();
    assertThrows(NullPointerException.class, () -> each.forEachRemaining(null));
    assertEquals(0, each.nextIndex(), "nothing was taken");
  }

  @Test
  void whatAnIteratorChangesItself_doesNotMakeItLoseItsPlace() {
    var each = list.listIterator();
    for (int i = 0; i < COUNT; i++) {
      assertEquals(i, each.next()[0]);
      if (i == 1 || i == COUNT - 1) {
        list.add(0, new byte[1]); // by another
      }
      var large = new byte[LARGE];
      large[0] = (byte) (i + 1);
      each.set(large);
    }
    assertEquals(COUNT + 2, list.size());
    assertEquals(List.of(0, 0, 1, 2), list.subList(0, 4).stream().map(e -> (int) e[0]).toList());
  }

  @Test
  void whatOthersChange_does() {
    var each = list.listIterator();
    each.next();
    list.add(new byte[1]);
    each.set(new byte[1]);
    for (int i = 0; i < COUNT; i++) {
      list.set(i, new byte[LARGE]);
    }
    assertThrows(ConcurrentModificationException.class, () -> each.set(new byte[1]));
  }
}
