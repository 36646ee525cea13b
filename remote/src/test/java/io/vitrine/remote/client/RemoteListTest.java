package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.Filters;
import io.vitrine.collections.Functions;
import io.vitrine.collections.ListCopy;
import io.vitrine.collections.ObservableList;
import io.vitrine.collections.Visitors;
import io.vitrine.remote.client.Loopback.Person;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.ConcurrentModificationException;
import java.util.HashSet;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Lists from far, while others change them and the line is cut. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class RemoteListTest {
  @Parameter private WireEncoding encoding;

  private Loopback loopback;
  private VitrineClient client;
  private ObservableList<Long> list;
  private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    loopback.types.register(ListCalls.Increase.class);
    client = loopback.client(loopback.options().withPageElements(3));
    list = client.list("l", Long.class);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    loopback.close();
  }

  private interface Work {
    void run() throws Exception;
  }

  private Thread start(Work work) {
    return Thread.ofVirtual()
        .start(() -> {
          try {
            work.run();
          } catch (Throwable e) {
            failures.add(e);
          }
        });
  }

  private void join(List<Thread> threads) throws InterruptedException {
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(List.of(), List.copyOf(failures));
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  private long revision() {
    return loopback.vitrine.describe("/lists/l").revision();
  }

  @Test
  void eventsMakeACopyTheList_whoeverWritesAndWhateverBreaks() throws Exception {
    var near = loopback.vitrine.list("l", Long.class);
    near.addAll(numbers(0, 200));
    var copies = new ArrayList<ListCopy<Long>>();
    var subscriptions = new ArrayList<io.vitrine.collections.Subscription<Long>>();
    for (int i = 0; i < 3; i++) {
      var copy = new ListCopy<Long>(this::revision);
      copies.add(copy);
      subscriptions.add(list.subscribe(ElementOptions.all(), copy));
      copy.awaitBootstrapped(); // what breaks it begins it again, with the state told anew
    }
    var writers = new ArrayList<Thread>();
    for (int writer = 0; writer < 3; writer++) {
      var target = writer == 0 ? near : list;
      long seed = 40 + writer;
      writers.add(start(() -> write(target, new Random(seed))));
    }
    for (int cut = 0; cut < 5; cut++) {
      long told = copies.getFirst().events();
      copies.getFirst().awaitEvents(told + 20, () -> writers.stream().noneMatch(Thread::isAlive));
      loopback.proxy.cutAndAwaitAnother();
    }
    join(writers);
    for (int i = 0; i < copies.size(); i++) {
      copies.get(i).awaitAll(subscriptions.get(i));
      assertEquals(new ArrayList<>(near), copies.get(i).elements());
      subscriptions.get(i).cancel();
    }
  }

  /** Changes a list in every way, at places that others may have made to be none. */
  private static void write(ObservableList<Long> list, Random random) {
    for (int i = 0; i < 250; i++) {
      try {
        int size = list.size();
        int at = random.nextInt(size + 1);
        switch (random.nextInt(10)) {
          case 0, 1 -> list.add(at, (long) i);
          case 2 -> list.addAll(at, numbers(0, random.nextInt(20)));
          case 3, 4 -> list.set(at, (long) -i);
          case 5, 6 -> list.remove(at);
          case 7 -> list.subList(Math.max(0, at - 5), at).clear();
          case 8 -> list.asyncUpdate(Math.min(at, size / 2), Visitors.add(1));
          default -> {
            var elements = list.listIterator(at);
            if (elements.hasNext()) {
              elements.next();
              elements.remove();
              elements.add((long) i);
            }
          }
        }
      } catch (IndexOutOfBoundsException | ConcurrentModificationException e) {
        // The list has become shorter meanwhile.
      }
    }
  }

  @Test
  void lambdas_loseNoUpdate() throws Exception {
    list.addAll(Collections.nCopies(50, 0L));
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 3; i++) {
      threads.add(
          start(() -> {
            for (int round = 0; round < 20; round++) {
              list.replaceAll(element -> element + 1);
              list.subList(0, 10).replaceAll(element -> element + 1);
              list.<Long>syncUpdate(11, element -> element + 1, element -> element);
              list.syncUpdate(11, Visitors.add(1), Functions.identity());
            }
          }));
    }
    join(threads);
    for (int i = 0; i < 50; i++) {
      assertEquals(i < 10 ? 120L : i == 11 ? 180L : 60L, list.get(i));
    }
  }

  @Test
  void updatesAreAppliedOnce_inTheirOrder_whileTheLineIsCut() throws Exception {
    Thread writer =
        start(() -> {
          for (long i = 0; i < 300; i++) {
            assertTrue(list.add(i));
          }
        });
    for (int cut = 0; cut < 6; cut++) {
      loopback.proxy.cutAndAwaitAnother();
    }
    join(List.of(writer));
    assertEquals(numbers(0, 300), list);
  }

  @Test
  void iterators_meetWhatStaysExactlyOnce_whileOthersWriteAndTheLineIsCut() throws Exception {
    var near = loopback.vitrine.list("l", Long.class);
    near.addAll(numbers(0, 300));
    var done = new AtomicBoolean();
    var turns = new Semaphore(0); // the writer writes along with the iterator
    var places = new AtomicInteger(301); // never more than the list has, whoever removes
    Thread writer =
        start(() -> {
          var random = new Random(7);
          while (!done.get()) {
            synchronized (places) {
              near.add(random.nextInt(places.get()), -1L);
              near.remove(Long.valueOf(-1L));
            }
            turns.acquire();
          }
        });
    for (int round = 0; round < 3; round++) {
      var met = new ArrayList<Long>();
      var elements = round == 2 ? list.reversed().iterator() : list.iterator();
      while (elements.hasNext()) {
        met.add(elements.next());
        turns.release();
        if (met.size() == 100) {
          loopback.proxy.cut();
        }
      }
      met.removeIf(element -> element < 0);
      assertEquals(round == 2 ? numbers(0, 300).reversed() : numbers(0, 300), met);
    }
    synchronized (places) {
      places.set(151);
    }
    var removing = list.listIterator();
    while (removing.hasNext()) {
      long element = removing.next();
      turns.release();
      if (element >= 0 && element % 2 == 0) {
        removing.remove();
      } else if (element == 151) {
        removing.set(1_151L);
      }
    }
    done.set(true);
    turns.release();
    join(List.of(writer));
    var expected = new ArrayList<>(numbers(0, 300));
    expected.removeIf(element -> element % 2 == 0);
    expected.set(75, 1_151L);
    assertEquals(expected, new ArrayList<>(near));
  }

  @Test
  void reversedAndSublists_areLive() {
    list.addAll(numbers(0, 10));
    List<Long> back = list.reversed();
    assertEquals(numbers(0, 10).reversed(), back);
    back.add(-1L);
    back.addFirst(10L);
    back.add(1, 9_9L);
    assertEquals(List.of(-1L, 0L, 1L), list.subList(0, 3));
    assertEquals(List.of(10L, 99L, 9L, 8L), back.subList(0, 4));
    assertEquals(1, back.indexOf(99L));
    assertEquals(99L, back.remove(1));
    List<Long> part = back.subList(2, 5);
    assertEquals(List.of(8L, 7L, 6L), part);
    assertEquals(List.of(6L, 7L, 8L), part.reversed());
    part.sort(null);
    assertEquals(List.of(6L, 7L, 8L), part);
    part.sort(Comparator.comparingLong(element -> -element));
    part.replaceAll(element -> element * 10);
    assertTrue(part.removeIf(element -> element == 70));
    assertEquals(List.of(80L, 60L), part);
    part.add(50L);
    assertEquals(List.of(-1L, 0L, 1L, 2L, 3L, 4L, 5L, 50L, 60L, 80L, 9L, 10L), list);
    var elements = part.listIterator(1);
    assertEquals(60L, elements.next());
    elements.remove();
    elements.add(61L);
    assertEquals(2, elements.nextIndex());
    assertEquals(61L, elements.previous());
    assertEquals(List.of(80L, 61L, 50L), part);
    var end = back.listIterator(12);
    assertEquals(12, end.nextIndex());
    assertEquals(-1L, end.previous());
    assertThrows(IndexOutOfBoundsException.class, () -> back.listIterator(13));
    assertThrows(IndexOutOfBoundsException.class, () -> back.subList(3, 13));
    assertThrows(IndexOutOfBoundsException.class, () -> part.get(3));
    list.add(0L);
    assertThrows(ConcurrentModificationException.class, () -> part.iterator().next());
    assertEquals(0L, back.getFirst());
  }

  /** The new one has become longer once, as the old one had. */
  @Test
  void sublistOfAListThatWasDropped_touchesNotTheNewOne() {
    list.addAll(List.of(0L, 1L, 2L, 3L));
    List<Long> part = list.subList(1, 3);
    assertTrue(loopback.vitrine.drop("/lists/l"));
    ObservableList<Long> other = loopback.vitrine.list("l", Long.class);
    other.addAll(List.of(10L, 11L, 12L, 13L));
    assertThrows(ConcurrentModificationException.class, () -> part.get(0));
    assertThrows(ConcurrentModificationException.class, part::clear);
    assertEquals(List.of(10L, 11L, 12L, 13L), other);
  }

  @Test
  void staleSublist_refusesEveryCall() {
    list.addAll(numbers(0, 8));
    List<Long> part = list.subList(2, 6);
    List<Long> inner = part.subList(1, 3);
    loopback.vitrine.list("l", Long.class).add(8L);
    List<Long> none = part.subList(1, 1);
    for (List<Long> stale : List.of(part, part.reversed(), inner, none, none.reversed())) {
      for (CallRow<List<Long>> row : ListCalls.ofTheJdk()) {
        if (row.kind() != CallKind.PROXY) {
          refused(row.title(), stale, row.call());
        }
      }
      refused("contains of another type", stale, l -> l.contains("no number"));
      refused("indexOf of another type", stale, l -> l.indexOf("no number"));
      refused("lastIndexOf of another type", stale, l -> l.lastIndexOf("no number"));
      refused("remove of another type", stale, l -> l.remove("no number"));
      refused("addAll of none", stale, l -> l.addAll(List.of()));
      refused("addAll of none at 0", stale, l -> l.addAll(0, List.of()));
      refused("containsAll of none", stale, l -> l.containsAll(List.of()));
      refused("containsAll of another type", stale, l -> l.containsAll(List.of("no number")));
      refused("removeAll of none", stale, l -> l.removeAll(List.of()));
      refused("removeAll of another type", stale, l -> l.removeAll(List.of("no number")));
      refused("retainAll of none", stale, l -> l.retainAll(List.of()));
      refused("equals of itself", stale, l -> List.of(l).contains(l));
      refused("equals of another type", stale, l -> l.equals(List.<Object>of("no number")));
      refused("listIterator behind the end", stale, l -> l.listIterator(99));
      refused("get behind the end", stale, l -> l.get(99));
    }
    assertEquals(numbers(0, 9), list);
    assertFalse(list.addAll(List.of()));
    assertFalse(list.contains("no number"));
  }

  /** One request finds out that a sublist is stale, whatever the call. */
  private void refused(String call, List<Long> stale, Consumer<List<Long>> made) {
    client.sync();
    loopback.proxy.takeRequests();
    assertThrows(ConcurrentModificationException.class, () -> made.accept(stale), call);
    client.sync();
    assertEquals(1, loopback.proxy.takeRequests() - 1, call);
  }

  @Test
  void whatTravels_runsAtTheServer() {
    list.addAll(numbers(0, 20));
    assertTrue(list.removeIf(Filters.value().lt(15)));
    assertTrue(!list.removeIf(Filters.value().lt(15)));
    list.sort(Comparator.reverseOrder());
    assertEquals(List.of(19L, 18L, 17L, 16L, 15L), list);
    assertEquals(361L, list.<Object>syncUpdate(0, Visitors.chain(), Functions.square()));
    list.asyncUpdate(1, Visitors.remove());
    client.sync();
    assertEquals(List.of(19L, 17L, 16L, 15L), list);
    assertEquals(20L, list.<Object>syncUpdate(0, Visitors.add(1), element -> element));
    assertThrows(
        RemoteException.class, () -> list.syncUpdate(0, Visitors.append(1), Functions.identity()));
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> list.syncUpdate(4, Visitors.add(1), Functions.identity()));
    assertEquals(List.of(20L, 17L, 16L, 15L), list);
  }

  @Test
  void elementsOfAllTypes() {
    var people = client.list("people", Person.class);
    people.addAll(List.of(new Person("Ada", 36), new Person("Bob", 17)));
    assertEquals(new Person("Bob", 17), people.getLast());
    people.sort(Comparator.comparingLong(Person::age));
    assertEquals(1, people.indexOf(new Person("Ada", 36)));
    var told = new Notes<Object>();
    people.subscribe(Filters.field("age").ge(18), Person::name, told);
    people.set(0, new Person("Bob", 18));
    var uuids = client.list("uuids", UUID.class);
    UUID uuid = new UUID(1, 2);
    assertTrue(uuids.add(uuid) && uuids.contains(uuid));
    var any = client.list("any", Object.class);
    any.addAll(List.of("text", 5L, true, List.of(1L, 2L), new Person("Eve", 5)));
    assertEquals(List.of("text", 5L, true, List.of(1L, 2L), new Person("Eve", 5)), any);
    assertEquals(List.of(1L, 2L), any.get(3));
    assertEquals(3, any.indexOf(List.of(1L, 2L)));
    assertThrows(ClassCastException.class, () -> any.sort(null));
    assertThrows(IllegalArgumentException.class, () -> client.list("people", String.class));
    assertEquals(new HashSet<>(people), new HashSet<>(client.existingList("people")));
  }

  @Test
  void whatIsTooLarge_isRefused_andNothingIsChanged() {
    var texts = client.list("texts", String.class);
    texts.add("a");
    String large = "x".repeat(9 << 20);
    var failure = assertThrows(RemoteException.class, () -> texts.add(large));
    assertEquals("TooLarge", failure.code());
    String half = "x".repeat(6 << 20);
    failure = assertThrows(RemoteException.class, () -> texts.addAll(List.of(half, half, half)));
    assertEquals("TooLarge", failure.code());
    assertEquals(List.of("a"), texts);
    // More than a frame in all: read in parts, at one revision.
    IntStream.range(0, 3).forEach(_ -> texts.add(half));
    assertTrue(texts.removeIf(text -> text.length() == 1));
    assertEquals(3, texts.size());
    assertThrows(NoSuchElementException.class, () -> client.list("none", String.class).getLast());
  }

  /** Its own changes count as those of another where they move what was read. */
  @Test
  void anIteratorGoesOnBehindItsOwnChanges() {
    List<Long> remote = client.list("own", Long.class);
    for (int seed = 0; seed < 200; seed++) {
      var random = new Random(seed);
      int count = 4 + random.nextInt(20);
      List<Long> local = new ArrayList<>(LongStream.range(0, count).boxed().toList());
      remote.clear();
      remote.addAll(local);
      ListIterator<Long> one = remote.listIterator();
      ListIterator<Long> other = local.listIterator();
      for (int step = 0; step < 20; step++) {
        int what = random.nextInt(6);
        long value = 100 + step;
        String said = "seed " + seed + ", step " + step + ", " + what;
        assertEquals(outcome(other, what, value), outcome(one, what, value), said);
        assertEquals(other.hasNext(), one.hasNext(), said);
      }
      assertEquals(local, new ArrayList<>(remote), "seed " + seed);
    }
  }

  private static Object outcome(ListIterator<Long> iterator, int what, long value) {
    try {
      switch (what) {
        case 0, 1 -> {
          return iterator.next();
        }
        case 2 -> {
          return iterator.previous();
        }
        case 3 -> iterator.set(value);
        case 4 -> iterator.remove();
        default -> iterator.add(value);
      }
      return "done";
    } catch (IllegalStateException | NoSuchElementException e) {
      return e.getClass();
    }
  }

  @Test
  void lambdasBeginAgain_whereTheListEndsBeforeTheNextPage() throws Exception {
    var near = loopback.vitrine.list("l", Long.class);
    List<Long> many = numbers(0, 600_000); // more than one answer takes
    Thread other =
        start(() -> {
          for (int round = 0; round < 12; round++) {
            near.addAll(many);
            near.clear();
          }
        });
    while (other.isAlive()) {
      assertFalse(list.removeIf(element -> element < 0));
    }
    join(List.of(other));
  }
}
