package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.collections.SubscriptionOptions.EventKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is published behind the call of subscribe is told, whenever the first state is. */
@Timeout(300)
class FirstStateOwnEventsTest {
  private static final Set<EventKind> ALL = EnumSet.allOf(EventKind.class);
  private static final Set<EventKind> OWN = EnumSet.of(EventKind.PUBLISHED, EventKind.ANNOTATED);
  private static final int ROUNDS = 100;

  private Vitrine vitrine;

  @BeforeEach
  void open() {
    vitrine = Vitrine.inMemory();
  }

  @AfterEach
  void close() {
    vitrine.close();
  }

  private static void published(Recorder<?> recorder, long round) {
    recorder.await(
        () -> recorder.calls().stream().filter(call -> call.contains("x" + round)).count() == 1,
        "x" + round);
  }

  @Test
  void ofAMap() {
    ObservableMap<String, Long> map = vitrine.map("m", String.class, Long.class);
    for (long i = 0; i < ROUNDS; i++) {
      var all = new Recorder<MapEvent<String, Long>>();
      var own = new Recorder<MapEvent<String, Long>>();
      SubscriptionOptions<String, Long> options = SubscriptionOptions.all();
      var first = map.subscribe(options.withEvents(ALL), all);
      var second = map.subscribe(options.withEvents(OWN), own);
      map.publish("x" + i);
      published(all, i);
      published(own, i);
      first.cancel();
      second.cancel();
      map.put("k" + i % 10, i);
    }
  }

  @Test
  void ofAListAndASet() {
    ObservableList<Long> list = vitrine.list("l", Long.class);
    ObservableSet<Long> set = vitrine.set("s", Long.class);
    list.addAll(LongStream.range(0, 1_000).boxed().toList());
    for (long i = 0; i < ROUNDS; i++) {
      var ofList = new Recorder<ListEvent<Long>>();
      var ofSet = new Recorder<SetEvent<Long>>();
      var first = list.subscribe(ElementOptions.<Long>all().withEvents(ALL), ofList);
      var second = set.subscribe(ElementOptions.<Long>all().withEvents(OWN), ofSet);
      list.publish("x" + i);
      set.publish("x" + i);
      published(ofList, i);
      published(ofSet, i);
      first.cancel();
      second.cancel();
    }
  }

  /** Annotations, too; and the copy is as if nothing had come between. */
  @Test
  void betweenChanges() {
    ObservableMap<Long, Long> map = vitrine.map("n", Long.class, Long.class);
    for (long i = 0; i < ROUNDS; i++) {
      long round = i;
      map.put(i, i);
      var all = new Recorder<MapEvent<Long, Long>>();
      var handle = map.subscribe(SubscriptionOptions.<Long, Long>all().withEvents(ALL), all);
      map.put(-1L, i);
      vitrine.annotate("/maps/n", "note", "x" + i);
      map.put(-1L, -i);
      published(all, i);
      all.await(
          () ->
              all.calls().stream().anyMatch(call -> call.contains("-1 " + round + ">" + -round))
                  || (round == 0 && all.calls().stream().anyMatch(call -> call.contains("-1"))),
          "the last change");
      assertEquals(List.of(), all.calls().stream().filter(c -> c.startsWith("error")).toList());
      handle.cancel();
    }
  }
}
