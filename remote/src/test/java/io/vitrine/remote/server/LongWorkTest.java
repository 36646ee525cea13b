package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Filter;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Requests that take long keep nobody waiting but who sent them: they run on virtual threads, of
 * which no more run at once than there are processors, and which nobody preempts.
 */
class LongWorkTest {
  private static final int ENTRIES = 100_000;
  private static final long STEP_NANOS = 20_000;
  private static final long LONG_STEP_NANOS = 5_000_000;

  /** More than can run at once. */
  private static final int LONG_ONES = 2 * Runtime.getRuntime().availableProcessors();

  private static final Set<Thread> BUSY = ConcurrentHashMap.newKeySet();
  private static final AtomicInteger STEPS = new AtomicInteger();
  private static volatile boolean finishing;

  private static Vitrine vitrine;
  private static VitrineServer server;
  private static long revisionBefore;

  /** Takes a while for each of many elements, until the others have been served. */
  private static boolean step(long nanos) {
    if (!finishing) {
      BUSY.add(Thread.currentThread());
      STEPS.incrementAndGet();
      long end = System.nanoTime() + nanos;
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }
    return false;
  }

  /** Lets nothing pass. */
  record SlowFilter() implements Filter<Object> {
    @Override
    public boolean test(Object element) {
      return step(STEP_NANOS);
    }
  }

  /** Takes longer for each than others should have to wait. */
  record LongFilter() implements Filter<Object> {
    @Override
    public boolean test(Object element) {
      return step(LONG_STEP_NANOS);
    }
  }

  /** Makes the same of everything. */
  record Lengthy() implements Function<Object, Object> {
    @Override
    public Object apply(Object entry) {
      return step(LONG_STEP_NANOS);
    }
  }

  /** The natural order of numbers. */
  record SlowOrder() implements Comparator<Object> {
    @Override
    public int compare(Object one, Object other) {
      return step(STEP_NANOS) ? 0 : Long.compare((Long) one, (Long) other);
    }
  }

  @BeforeAll
  static void start() throws IOException {
    vitrine =
        Vitrine.inMemory(
            new TypeRegistry()
                .register(SlowFilter.class)
                .register(LongFilter.class)
                .register(Lengthy.class)
                .register(SlowOrder.class));
    vitrine.map("/maps/small", Long.class, Long.class).put(1L, 1L);
    var map = vitrine.map("/maps/large", Long.class, Long.class);
    revisionBefore = vitrine.describe("/maps/large").revision();
    List<Long> numbers = LongStream.range(0, ENTRIES).boxed().toList();
    map.putAll(numbers.stream().collect(Collectors.toMap(n -> n, n -> n)));
    vitrine.set("/sets/large", Long.class).addAll(numbers);
    vitrine.list("/lists/large", Long.class).addAll(numbers);
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
  }

  @AfterAll
  static void stop() {
    server.close();
    vitrine.close();
  }

  /** Has others ask while every processor could be taken by what is asked for here. */
  private static void whileAtWork(String csp, String event) throws Exception {
    whileAtWork(csp, event, 1);
  }

  private static void whileAtWork(String csp, String event, int times) throws Exception {
    finishing = false;
    BUSY.clear();
    STEPS.set(0);
    var longOnes = new ArrayList<Telnet>();
    try (var witness = new Telnet(server.address(), WireEncoding.YAML)) {
      assertEquals("reply: 1\n", witness.ask("/maps/small", 1, "size: []"));
      for (int i = 0; i < LONG_ONES; i++) {
        var nc = new Telnet(server.address(), WireEncoding.YAML);
        longOnes.add(nc);
        nc.hold();
        for (long tid = 1; tid <= times; tid++) {
          nc.send(csp, tid, event);
        }
        nc.release();
      }
      long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (BUSY.size() < Runtime.getRuntime().availableProcessors()) {
        assertTrue(System.nanoTime() < deadline, BUSY.size() + " at work");
        LockSupport.parkNanos(1_000_000);
      }
      assertEquals("reply: null\n", witness.ask("/maps/small", 2, "put: [1, 2]"));
      for (long tid = 3; tid < 6; tid++) { // what an event loop does not do by itself
        assertEquals("reply: false\n", witness.ask("/maps/small", tid, "containsValue: 7"));
      }
      int steps = STEPS.get();
      finishing = true;
      assertTrue(steps < ENTRIES, "after " + steps + " steps: others waited for the end of one");
      for (Telnet nc : longOnes) {
        nc.read();
      }
    } finally {
      finishing = true;
      for (Telnet nc : longOnes) {
        nc.close();
      }
    }
  }

  @Test
  void walksThroughMapsAndSets() throws Exception {
    whileAtWork("/maps/large?view=entrySet", "removeIf: !SlowFilter {}");
    whileAtWork("/sets/large", "removeIf: !SlowFilter {}");
  }

  @Test
  void walksThroughLists() throws Exception {
    whileAtWork("/lists/large", "removeIf: !SlowFilter {}");
    whileAtWork("/lists/large", "sort: !SlowOrder {}");
  }

  /** Of a kind that nobody could tell from a pause by the clock alone. */
  @Test
  void stepsThatAreLongThemselves() throws Exception {
    whileAtWork("/lists/large", "removeIf: !LongFilter {}");
    whileAtWork("/sets/large", "removeIf: !LongFilter {}");
    whileAtWork("/maps/large?view=values", "removeIf: !LongFilter {}");
    whileAtWork("/maps/large", "subscribe: {filter: !LongFilter {}}");
    whileAtWork("/maps/large", "subscribe: {select: !Lengthy {}}");
  }

  @Test
  void stepsOfManyParts() throws Exception {
    List<Long> numbers = LongStream.range(0, 5_000).boxed().toList();
    vitrine.list("/lists/middling", Long.class).addAll(numbers);
    vitrine.set("/sets/middling", Long.class).addAll(numbers);
    String many = "!Or [" + "!SlowFilter {}, ".repeat(2_500) + "!SlowFilter {}]";
    whileAtWork("/lists/middling", "removeIf: " + many);
    whileAtWork("/sets/middling", "subscribe: {filter: " + many + "}");
  }

  @Test
  void requestsThatFollowEachOther() throws Exception {
    int entries = 100;
    var map = vitrine.map("/maps/middling", Long.class, Long.class);
    for (long i = 0; i < entries; i++) {
      map.put(i, i);
    }
    whileAtWork("/maps/middling?view=values", "removeIf: !SlowFilter {}", ENTRIES / entries);
  }

  @Test
  void subscriptionsThatBegin() throws Exception {
    for (String path : new String[] {"/maps/large", "/sets/large", "/lists/large"}) {
      whileAtWork(path, "subscribe: {filter: !SlowFilter {}}");
    }
  }

  @Test
  void subscriptionsThatCatchUp() throws Exception {
    LongFunction<String> from =
        rev -> "subscribe: {filter: !SlowFilter {}, bootstrap: false, from: " + rev + "}";
    assertTrue(vitrine.describe("/maps/large").revision() > revisionBefore);
    whileAtWork("/maps/large", from.apply(revisionBefore));
  }
}
