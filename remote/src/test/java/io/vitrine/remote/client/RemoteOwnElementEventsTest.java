package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.collections.Await;
import io.vitrine.collections.Bookmark;
import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.ListEvent;
import io.vitrine.collections.ObservableList;
import io.vitrine.collections.ObservableSet;
import io.vitrine.collections.SetEvent;
import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.remote.client.Loopback.Person;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What sets and lists have beyond the JDK's interfaces, from far. */
@SuppressWarnings("NullAway") // A null that is to be refused.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class RemoteOwnElementEventsTest {
  private static final ElementOptions<Long> ALL =
      ElementOptions.<Long>all().withEvents(EnumSet.allOf(EventKind.class));

  @Parameter WireEncoding encoding;

  private Loopback loopback;
  private VitrineClient client;
  private ObservableSet<Long> nearSet;
  private ObservableSet<Long> set;
  private ObservableList<Long> nearList;
  private ObservableList<Long> list;
  private final Notes<Object> notes = new Notes<>();

  private static void await(CountDownLatch latch) {
    try {
      assertEquals(true, latch.await(60, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    client = loopback.client();
    nearSet = loopback.vitrine.set("s", Long.class);
    set = client.set("s", Long.class);
    nearList = loopback.vitrine.list("l", Long.class);
    list = client.list("l", Long.class);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    loopback.close();
  }

  @Test
  void manyCallsAreUnderWayAtOnce() throws Exception {
    var held = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    Thread holder =
        Thread.ofVirtual()
            .start(() -> {
              int _ =
                  loopback.vitrine.atomically(group -> {
                    int size = group.size(nearList); // nobody else changes it from now on
                    held.countDown();
                    await(release);
                    return size;
                  });
            });
    await(held);
    loopback.proxy.takeRequests();
    var answers = new ArrayList<CompletableFuture<Boolean>>();
    for (long i = 0; i < 20; i++) {
      answers.add(list.async().add(i));
    }
    var sent = new AtomicInteger();
    Await.until(
        () -> sent.addAndGet(loopback.proxy.takeRequests()) >= 20,
        () -> "20 requests, found " + sent);
    answers.forEach(answer -> assertFalse(answer.isDone()));
    release.countDown();
    for (CompletableFuture<Boolean> answer : answers) {
      assertEquals(true, answer.get(60, TimeUnit.SECONDS));
    }
    holder.join();
    assertEquals(LongStream.range(0, 20).boxed().toList(), new ArrayList<>(nearList));
  }

  @Test
  void callsOfAListThatDoNotWait() throws Exception {
    var async = list.async();
    var last =
        List.of(
            async.addAll(List.of(1L, 2L, 3L)),
            async.insert(0, 0L),
            async.insertAll(4, List.of(5L, 6L)),
            async.set(4, 4L),
            async.addFirst(-1L),
            async.addLast(7L),
            async.removeAll(List.of(6L, 9L)),
            async.removeFirst());
    last.getLast().get(60, TimeUnit.SECONDS);
    assertEquals(List.of(0L, 1L, 2L, 3L, 4L, 7L), new ArrayList<>(nearList));
    assertEquals(6, async.size().join());
    assertEquals(4L, async.get(4).join());
    assertEquals(List.of(0L, 7L), List.of(async.getFirst().join(), async.getLast().join()));
    assertEquals(3, async.indexOf(3L).join());
    assertEquals(-1, async.lastIndexOf("3").join());
    assertEquals(true, async.containsAll(List.of(0L, 7L)).join());
    assertEquals(false, async.containsAll(List.of(0L, 8L)).join());
    assertEquals(true, async.remove((Object) 7L).join());
    assertEquals(1L, async.removeAt(1).join());
    assertEquals(4L, async.removeLast().join());
    assertEquals(true, async.retainAll(List.of(2L)).join());
    Throwable none = assertThrows(CompletionException.class, () -> async.get(9).join()).getCause();
    assertInstanceOf(IndexOutOfBoundsException.class, none);
    async.clear().join();
    assertEquals(true, async.isEmpty().join());
  }

  @Test
  void callsOfASetThatDoNotWait() throws Exception {
    var async = set.async();
    var first = async.add(1L);
    var more = async.addAll(List.of(1L, 2L, 3L));
    var gone = async.remove(1L);
    assertEquals(true, first.get(60, TimeUnit.SECONDS));
    assertEquals(true, more.get(60, TimeUnit.SECONDS));
    assertEquals(true, gone.get(60, TimeUnit.SECONDS));
    assertEquals(Set.of(2L, 3L), Set.copyOf(nearSet));
    assertEquals(false, async.addAll(List.of(2L)).join());
    assertEquals(true, async.contains(2L).join());
    assertEquals(false, async.contains("2").join());
    assertEquals(2, async.size().join());
    assertEquals(true, async.retainAll(List.of(3L)).join());
    assertEquals(false, async.removeAll(List.of(2L)).join());
    assertInstanceOf(
        NullPointerException.class,
        assertThrows(CompletionException.class, () -> async.add(null).join()).getCause());
    async.clear().join();
    assertEquals(true, async.isEmpty().join());
  }

  @Test
  void comeInOneOrderWithTheChangesOfASet() throws Exception {
    set.subscribe(ALL.withSelect(element -> "+" + element), notes);
    notes.awaitLast("bootstrapped");
    set.add(1L);
    long revision = set.publish(new Person("Ann", 40));
    nearSet.publish("x");
    loopback.vitrine.annotate("/sets/s", "unit", "EUR");
    set.add(2L);
    String[] expected = {
      "bootstrapped", "+1", "P Person[name=Ann, age=40]", "P x", "A unit null>EUR", "+2"
    };
    notes.awaitSize(expected.length);
    assertEquals(List.of(expected), notes.calls());
    assertEquals(revision, notes.revisions().get(1));
    assertThrows(NullPointerException.class, () -> set.publish(null));
  }

  @Test
  void comeInOneOrderWithTheChangesOfAList() throws Exception {
    list.subscribe(
        ALL.withFilter(element -> element > 5).withSelect(element -> "+" + element), notes);
    notes.awaitLast("bootstrapped");
    list.add(7L);
    long revision = list.publish(List.of(1L, "two"));
    list.add(2L);
    nearList.publish("x");
    loopback.vitrine.annotate("/lists/l", "unit", "EUR");
    list.add(8L);
    String[] expected = {"bootstrapped", "+7", "P [1, two]", "P x", "A unit null>EUR", "+8"};
    notes.awaitSize(expected.length);
    assertEquals(List.of(expected), notes.calls());
    assertEquals(revision, notes.revisions().get(1));
  }

  @Test
  void commitsOfASetAreTold() throws Exception {
    for (boolean here : new boolean[] {false, true}) {
      nearSet.clear();
      var events = new LinkedBlockingQueue<SetEvent<Long>>();
      ElementOptions<Long> some = ElementOptions.<Long>all().withoutBootstrap();
      set.<SetEvent<Long>>subscribe(
          here ? some.withFilter(element -> element < 9) : some, (event, _) -> events.add(event));
      loopback.vitrine.atomically(group -> {
        group.add(nearSet, 1L);
        group.add(nearSet, 2L);
        group.add(nearSet, here ? 9L : 3L);
        return null;
      });
      var commit = new ArrayList<SetEvent<Long>>();
      for (int i = 0; i < (here ? 2 : 3); i++) {
        commit.add(events.poll(60, TimeUnit.SECONDS));
      }
      long last = commit.getLast().commit();
      commit.forEach(event -> assertEquals(last, event.commit()));
      assertEquals(last, commit.getLast().revision());
      commit.removeLast();
      commit.forEach(event -> assertFalse(event.revision() == last));
    }
  }

  @Test
  void commitsOfAListAreTold() throws Exception {
    var events = new LinkedBlockingQueue<ListEvent<Long>>();
    var near = new LinkedBlockingQueue<ListEvent<Long>>();
    ElementOptions<Long> some = ElementOptions.<Long>all().withoutBootstrap();
    list.<ListEvent<Long>>subscribe(some, (event, _) -> events.add(event));
    nearList.<ListEvent<Long>>subscribe(some, (event, _) -> near.add(event));
    list.addAll(List.of(1L, 2L, 3L));
    for (int i = 0; i < 3; i++) {
      ListEvent<Long> event = events.poll(60, TimeUnit.SECONDS);
      assertEquals(near.poll(60, TimeUnit.SECONDS), event);
      assertEquals(i == 2, event.revision() == event.commit());
    }
  }

  @Test
  void differenceToASetIsTold() throws Exception {
    nearSet.addAll(List.of(1L, 2L));
    var copy = new LinkedHashSet<>(Set.of(2L, 3L));
    for (boolean here : new boolean[] {false, true}) {
      var events = new LinkedBlockingQueue<SetEvent<Long>>();
      ElementOptions<Long> late = ALL.withFrom(new Bookmark(7, 5)).withKnown(copy);
      set.<SetEvent<Long>>subscribe(
          here ? late.withFilter(_ -> true) : late, (event, _) -> events.add(event));
      assertEquals(1L, ((SetEvent.Inserted<Long>) next(events)).element());
      assertEquals(3L, ((SetEvent.Removed<Long>) next(events)).element());
      nearSet.publish("end");
      nearSet.add(4L);
      assertEquals(4L, ((SetEvent.Inserted<Long>) next(events)).element());
      nearSet.remove(4L);
    }
  }

  @Test
  void differenceToAListIsTold() throws Exception {
    nearList.addAll(List.of(1L, 2L, 3L, 4L));
    var copy = new ArrayList<>(List.of(1L, 9L, 4L));
    var events = new LinkedBlockingQueue<ListEvent<Long>>();
    ElementOptions<Long> late = ALL.withFrom(new Bookmark(7, 5)).withKnown(copy);
    list.<ListEvent<Long>>subscribe(late, (event, _) -> events.add(event));
    nearListAfterwards(events, copy);
    assertEquals(List.of(1L, 2L, 3L, 4L), copy);
    assertThrows(
        IllegalArgumentException.class, () -> list.subscribe(late.withFilter(_ -> true), notes));
  }

  /** Does to the copy what is told until it has as many elements as the list. */
  private void nearListAfterwards(LinkedBlockingQueue<ListEvent<Long>> events, List<Long> copy)
      throws InterruptedException {
    while (!copy.equals(nearList)) {
      switch (next(events)) {
        case ListEvent.Existing<Long> e -> throw new AssertionError(e);
        case ListEvent.Inserted<Long> e -> copy.add(e.index(), e.value());
        case ListEvent.Updated<Long> e -> copy.set(e.index(), e.value());
        case ListEvent.Removed<Long> e -> copy.remove(e.index());
      }
    }
  }

  private static <T> T next(LinkedBlockingQueue<T> events) throws InterruptedException {
    T event = events.poll(60, TimeUnit.SECONDS);
    if (event == null) {
      throw new AssertionError("nothing came");
    }
    return event;
  }
}
