package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a list in this process writes to the log, and who reads it late. */
class ListLogTest {
  private static final ElementOptions<Long> ALL = ElementOptions.all();

  private Store store;
  private LocalVitrine vitrine;
  private ObservableList<Long> list;

  @BeforeEach
  void open() {
    store = Stores.inMemory();
    vitrine = new LocalVitrine(store, new TypeRegistry());
    list = vitrine.list("l", Long.class);
  }

  @AfterEach
  void close() {
    vitrine.close();
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  @Test
  void everyCall_isOneChange() {
    list.addAll(numbers(0, 1_000));
    List<Runnable> calls =
        List.of(
            () -> list.sort(java.util.Comparator.reverseOrder()),
            () -> list.replaceAll(element -> element + 1),
            () -> list.removeIf(element -> element % 2 == 0),
            () -> list.subList(10, 90).sort(null),
            () -> list.subList(10, 90).replaceAll(element -> element + 1),
            () -> list.subList(10, 90).removeIf(element -> element % 3 == 0),
            () -> list.subList(10, 50).retainAll(numbers(0, 200)),
            () -> list.subList(1, 5).removeAll(List.of(list.get(2), list.get(3))),
            () -> list.subList(1, 5).clear(),
            () -> list.asyncUpdate(3, Visitors.add(1)),
            () -> list.clear());
    for (Runnable call : calls) {
      long before = store.revision();
      call.run();
      assertEquals(1, changesBetween(before, store.revision()));
    }
  }

  /** How many changes of lists the log has between two revisions. */
  private int changesBetween(long before, long after) {
    int[] count = {0};
    int id = nodes().map().id();
    store
        .tailer(before)
        .poll(
            change -> {
              count[0] += change.mapId() == id && ListChange.tells(change) ? 1 : 0;
              return change.revision() < after;
            },
            Integer.MAX_VALUE);
    return count[0];
  }

  @Test
  void bootstrap_isTheStateOfOneRevision_whateverIsChangedMeanwhile() {
    list.addAll(numbers(0, 20_000));
    var state = new ArrayList<Long>();
    var snapshot = ListSnapshot.take(nodes(), blocks());
    var expected = new ArrayList<>(list);
    snapshot.next((index, element, _) -> state.add(element), 100);
    list.removeIf(element -> element % 2 == 0);
    list.add(7, -1L);
    snapshot.next((index, element, _) -> state.add(element), 100);
    list.clear();
    list.add(1L);
    list.add(2L);
    list.addAll(numbers(0, 5_000));
    while (snapshot.next((index, element, _) -> state.add(element), 100)) {
      list.add(0, 5L);
    }
    assertEquals(expected, state);
  }

  private ListNodes nodes() {
    var options =
        io.vitrine.store.MapOptions.of(
                io.vitrine.store.Codecs.longs(), io.vitrine.store.Codecs.bytes())
            .withSegments(1);
    return new ListNodes(store, store.map("/lists/l", options), blocks(), false);
  }

  private static Blocks<Long> blocks() {
    return new Blocks<>(io.vitrine.store.Codecs.longs(), Long.BYTES);
  }

  @Test
  void latest_tellsThePresentStateWhereMuchWaits() {
    var copy = new ListCopy<Long>();
    var subscription =
        list.subscribe(ALL.withoutBootstrap().withOverflow(Overflow.LATEST).withRequest(0), copy);
    for (long i = 0; i < Follower.SKIPPED_MIN + 1_000; i++) {
      list.add((int) (i % 7 < list.size() ? i % 7 : 0), i);
    }
    copy.awaitResync();
    subscription.request(Long.MAX_VALUE);
    copy.awaitAll(subscription);
    assertEquals(new ArrayList<>(list), copy.elements());
  }

  @Test
  void disconnect_endsOneThatIsTooFarBehind() {
    var recorder = new Recorder<ListEvent<Long>>();
    list.subscribe(
        ALL.withoutBootstrap().withOverflow(Overflow.DISCONNECT).withRequest(1), recorder);
    list.add(0L);
    recorder.await(() -> recorder.items().size() == 1, "what it asked for");
    for (long i = 0; i < LagGauge.CHANGES_MAX + 1000; i++) {
      list.set(0, i + 1);
    }
    recorder.expect("Inserted 0 0", "cancelled: Too slow: more than 100000 changes behind");
  }
}
