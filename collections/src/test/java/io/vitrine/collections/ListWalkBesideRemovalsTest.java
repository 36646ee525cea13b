package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.Durability;
import io.vitrine.store.StoreOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A subscriber is told of a list as it was, whatever others have removed of it meanwhile. */
class ListWalkBesideRemovalsTest {
  private static final long ELEMENTS = 20_000;

  /** How the elements go. */
  enum Removal {
    ONE_BY_ONE,
    BY_BATCHES,
    WITHIN_A_GROUP,
    FORCED
  }

  /** Asks for a few, and for the rest when it is told to. */
  private static final class Slow implements Subscriber<ListEvent<Long>> {
    private final List<Long> existing = new ArrayList<>();
    private final CountDownLatch few = new CountDownLatch(10);
    private final CountDownLatch told = new CountDownLatch(1);

    @Override
    public void onNext(ListEvent<Long> event, long revision) {
      if (event instanceof ListEvent.Existing<Long> element) {
        existing.add(element.value());
        few.countDown();
      }
    }

    @Override
    public void onBootstrapped(long revision) {
      told.countDown();
    }
  }

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void theStateIsWhole(Removal removal) throws Exception {
    StoreOptions options = StoreOptions.defaults();
    if (removal == Removal.FORCED) {
      options = options.withDurability(Durability.SYNC);
    }
    try (Vitrine vitrine = Vitrine.open(folder, new TypeRegistry(), options)) {
      ObservableList<Long> list = vitrine.list("l", Long.class);
      List<Long> all = LongStream.range(0, ELEMENTS).boxed().toList();
      list.addAll(all);
      var slow = new Slow();
      Subscription<?> subscription =
          list.subscribe(ElementOptions.<Long>all().withRequest(10), slow);
      slow.few.await();
      remove(vitrine, list, removal);
      subscription.request(Long.MAX_VALUE);
      assertTrue(slow.told.await(120, TimeUnit.SECONDS));
      assertEquals(all, slow.existing);
    }
  }

  private static void remove(Vitrine vitrine, ObservableList<Long> list, Removal removal) {
    switch (removal) {
      case ONE_BY_ONE -> {
        while (list.size() > ELEMENTS / 2) {
          boolean _ = list.removeLast() >= 0;
        }
      }
      case BY_BATCHES, FORCED -> {
        while (!list.isEmpty()) {
          list.subList(0, Math.min(700, list.size())).clear();
        }
      }
      case WITHIN_A_GROUP ->
          vitrine.atomically(group -> {
            for (long i = 0; i < ELEMENTS / 4; i++) {
              assertEquals(i, group.remove(list, 0));
            }
            return null;
          });
    }
  }
}
