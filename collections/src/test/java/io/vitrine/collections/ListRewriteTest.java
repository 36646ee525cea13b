package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many elements of a list changed as one, of which more or fewer are written anew. */
class ListRewriteTest {
  private static final int COUNT = 20_000;
  private static final long REMOVED = Long.MIN_VALUE;

  private final Blocks<Long> blocks = new Blocks<>(Codecs.longs(), Long.BYTES);
  private Store store;
  private LocalVitrine vitrine;
  private ObservableList<Long> list;

  @BeforeEach
  void open() {
    store = Stores.inMemory();
    vitrine = new LocalVitrine(store, new TypeRegistry());
    list = vitrine.list("l", Long.class);
    list.addAll(LongStream.range(0, COUNT).boxed().toList());
  }

  @AfterEach
  void close() {
    vitrine.close();
  }

  /** Rewrites the list by a function, and tells whether that was a change. */
  private boolean rewrite(int bytesMax, UnaryOperator<Long> function) {
    var plan = new ListRewrite(blocks, bytesMax);
    var expected = new ArrayList<Long>();
    for (Long element : list) {
      Long next = function.apply(element);
      plan.add(blocks.of(element), next == REMOVED ? null : blocks.of(next));
      if (next != REMOVED) {
        expected.add(next);
      }
    }
    if (!plan.isChange()) {
      return false;
    }
    var options = MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);
    var nodes = new ListNodes(store, store.map("/lists/l", options), blocks, false);
    var copy = new ListCopy<Long>();
    var subscription = list.subscribe(ElementOptions.all(), copy);
    nodes.change(edit -> {
      plan.applyTo(edit);
      return null;
    });
    assertEquals(expected, list);
    copy.awaitAll(subscription);
    assertEquals(expected, copy.elements());
    return true;
  }

  @Test
  void elementsThatStay_mayBeMoreThanFitsOneCall() {
    assertFalse(rewrite(1_000, element -> element));
    assertTrue(rewrite(1_000, element -> element == 7 ? REMOVED : element));
    assertTrue(rewrite(1_000, element -> element % 1_000 == 0 ? -element - 1 : element));
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, Blocks.BYTES_MAX})
  void whateverChanges_theListAndItsSubscribersHaveIt(int bytesMax) {
    assertTrue(rewrite(bytesMax, element -> element % 3 == 0 ? REMOVED : element));
    assertTrue(rewrite(bytesMax, element -> element % 2 == 0 ? -element - 1 : element));
    var random = new Random(1);
    for (long part : List.of(2L, 20L, 200L, 2_000L)) {
      long from = random.nextLong(COUNT);
      assertTrue(
          rewrite(
              bytesMax,
              element -> {
                boolean changes = element > from - 5_000 && random.nextLong(part) == 0;
                return !changes ? element : random.nextBoolean() ? REMOVED : element + COUNT;
              }));
    }
    assertTrue(rewrite(bytesMax, _ -> REMOVED));
  }
}
