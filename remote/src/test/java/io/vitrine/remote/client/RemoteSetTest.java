package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Bookmark;
import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.Filters;
import io.vitrine.collections.ObservableSet;
import io.vitrine.collections.Overflow;
import io.vitrine.collections.Recorder;
import io.vitrine.collections.SetEvent;
import io.vitrine.collections.Subscriber;
import io.vitrine.remote.client.Loopback.Person;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Sets from far, while others change them and the line is cut. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class RemoteSetTest {
  private static final long DEADLINE_NANOS = 60_000_000_000L;

  @Parameter private WireEncoding encoding;

  private Loopback loopback;
  private VitrineClient client;
  private ObservableSet<Long> set;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    client = loopback.client(loopback.options().withPageElements(3));
    set = client.set("s", Long.class);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    loopback.close();
  }

  /** A copy that fails where an event does not fit. */
  private static final class Copy implements Subscriber<SetEvent<Long>> {
    private final Set<Long> elements = new HashSet<>();
    private final ConcurrentLinkedQueue<Object> failures = new ConcurrentLinkedQueue<>();
    private long last;
    private boolean bootstrapped;

    @Override
    public synchronized void onBootstrapped(long revision) {
      bootstrapped = true;
      notifyAll();
    }

    synchronized void awaitBootstrapped() throws InterruptedException {
      long deadline = System.nanoTime() + DEADLINE_NANOS;
      while (!bootstrapped) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        assertTrue(left > 0, failures + " " + elements);
        wait(left);
      }
    }

    @Override
    public synchronized void onNext(SetEvent<Long> event, long revision) {
      boolean known = event instanceof SetEvent.Existing;
      boolean fits =
          event instanceof SetEvent.Removed
              ? elements.remove(event.element())
              : elements.add(event.element());
      if (!fits || (known ? revision < last : revision <= last)) {
        failures.add(event + " does not fit behind " + last);
      }
      last = revision;
      notifyAll();
    }

    @Override
    public synchronized void onResync(long revision) {
      elements.clear();
      notifyAll();
    }

    @Override
    public void onError(Throwable failure) {
      failures.add(failure);
    }

    synchronized void await(Set<Long> expected) throws InterruptedException {
      long deadline = System.nanoTime() + DEADLINE_NANOS;
      while (!elements.equals(expected)) {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        assertTrue(left > 0, failures + " " + elements);
        wait(left);
      }
    }
  }

  @Test
  void eventsMakeACopyTheSet_whoeverWritesAndWhateverBreaks() throws Exception {
    var near = loopback.vitrine.set("s", Long.class);
    var copy = new Copy();
    var subscription = set.subscribe(ElementOptions.all(), copy);
    copy.awaitBootstrapped(); // what breaks it begins it again, with the state told anew
    var added = new AtomicInteger();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < 3; i++) {
      var target = i == 0 ? near : set;
      var random = new Random(90 + i);
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                for (int j = 0; j < 300; j++) {
                  long element = random.nextInt(50);
                  added.addAndGet(
                      random.nextBoolean()
                          ? target.add(element) ? 1 : 0
                          : target.remove(element) ? -1 : 0);
                }
              }));
    }
    for (int cut = 0; cut < 5; cut++) {
      loopback.proxy.cutAndAwaitAnother();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    // Of all who added or removed the same element at once, one was told that it did.
    assertEquals(near.size(), added.get());
    copy.await(Set.copyOf(near));
    assertEquals(List.of(), List.copyOf(copy.failures));
    subscription.cancel();
  }

  @Test
  void bulkCalls_goInParts_andFiltersTravel() {
    var words = client.set("words", String.class);
    Set<String> many =
        LongStream.range(0, 3_000).mapToObj(i -> i + "x".repeat(1_000)).collect(Collectors.toSet());
    loopback.proxy.takeRequests();
    assertTrue(words.addAll(many));
    assertTrue(!words.addAll(many));
    int requests = loopback.proxy.takeRequests();
    assertTrue(requests >= 4 && requests < 20, requests + " requests");
    assertEquals(3_000, words.size());
    assertEquals(words, many);
    assertEquals(many.hashCode(), words.hashCode());
    assertTrue(words.removeIf(Filters.value().startsWith("1")));
    assertTrue(words.removeIf(word -> word.startsWith("2")));
    many.removeIf(word -> word.startsWith("1") || word.startsWith("2"));
    assertEquals(many, words);
    assertTrue(!words.equals(Set.of("a")) && !words.contains("a"));
    assertTrue(words.retainAll(Set.of("none")));
    assertTrue(words.isEmpty());
  }

  @Test
  void slowSubscribers_haveTheirChoice() {
    var recorder = new Recorder<SetEvent<Long>>();
    var latest =
        set.subscribe(
            ElementOptions.<Long>all()
                .withoutBootstrap()
                .withOverflow(Overflow.LATEST)
                .withRequest(1),
            recorder);
    set.add(-1L);
    recorder.expect("Inserted -1");
    latest.request(Long.MAX_VALUE - 1);
    set.add(-2L);
    recorder.expect("Inserted -2");
    latest.cancel();
    recorder.expect("cancelled: By request");
    set.subscribe(ElementOptions.<Long>all().withFrom(new Bookmark(0, 1L << 40)), recorder);
    recorder.awaitCall("error: IllegalArgumentException"::equals);
  }

  @Test
  void elementsOfAllTypes() {
    var people = client.set("people", Person.class);
    assertTrue(people.add(new Person("Ada", 36)) && !people.add(new Person("Ada", 36)));
    assertTrue(people.contains(new Person("Ada", 36)));
    assertEquals(Set.of(new Person("Ada", 36)), people);
    assertEquals(Set.of(new Person("Ada", 36)).hashCode(), people.hashCode());
    var described = client.describe("/sets/people");
    assertEquals(loopback.vitrine.describe("/sets/people"), described);
    assertEquals(people, client.existingSet("people"));
    assertNull(client.existingSet("none"));
    assertNull(client.existingList("none"));
    assertThrows(IllegalArgumentException.class, () -> client.set("people", String.class));
    assertThrows(IllegalArgumentException.class, () -> client.set("/maps/people", String.class));
    assertTrue(client.drop("/sets/people"));
    assertThrows(RemoteException.class, people::size);
    Object text = "text";
    assertTrue(!set.contains(text) && !set.remove(text) && !set.removeAll(List.of(text)));
    assertThrows(NullPointerException.class, () -> set.add(null));
    assertThrows(NullPointerException.class, () -> set.contains(null));
  }
}
