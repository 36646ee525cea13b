package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Filter;
import io.vitrine.collections.Filters;
import io.vitrine.collections.MapEntry;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Overflow;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/** Each request for a filter is answered from far, too, wherever the filters run. */
@ParameterizedClass
@CsvSource({
  "true, true, EVERY",
  "true, false, EVERY",
  "false, false, EVERY",
  "false, true, LATEST"
})
class RemoteFilterAnswersTest {
  private static final SubscriptionOptions<String, Long> ALL = SubscriptionOptions.all();

  /** Whether the first filter runs at the server. */
  @Parameter(0)
  private boolean firstTravels;

  /** Whether the second one does, where the first one does. */
  @Parameter(1)
  private boolean secondTravels;

  @Parameter(2)
  private Overflow overflow;

  private Loopback loopback;
  private VitrineClient client;
  private ObservableMap<String, Long> map;
  private Filter<MapEntry<String, Long>> above5;
  private Filter<MapEntry<String, Long>> above1;

  private final CompletableFuture<Boolean> gate = new CompletableFuture<>();
  private final Semaphore bootstrapped = new Semaphore(0);
  private final Semaphore filtered = new Semaphore(0);
  private final List<String> told = new CopyOnWriteArrayList<>();

  /** Notes what it is told; holds up its thread at the end of the present state where it is to. */
  private final class Told implements Subscriber<MapEvent<String, Long>> {
    private final boolean waits;

    private Told(boolean waits) {
      this.waits = waits;
    }

    @Override
    public void onNext(MapEvent<String, Long> event, long revision) {
      told.add(event.getClass().getSimpleName() + " " + event.key());
    }

    @Override
    public void onBootstrapped(long revision) {
      bootstrapped.release();
      if (waits) {
        gate.join();
      }
    }

    @Override
    public void onFiltered(long revision) {
      told.add("filtered");
      filtered.release();
    }
  }

  private static void await(Semaphore call, String what) throws InterruptedException {
    assertTrue(call.tryAcquire(60, TimeUnit.SECONDS), what);
  }

  private static Filter<MapEntry<String, Long>> above(long bound, boolean travels) {
    Filter<Object> registered = Filters.value().gt(bound);
    return travels ? Filters.and(registered, registered) : entry -> entry.value() > bound;
  }

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(WireEncoding.CBOR);
    client = loopback.client();
    map = client.map("m", String.class, Long.class);
    map.put("a", 10L);
    map.put("b", 2L);
    above5 = above(5, firstTravels);
    above1 = above(1, secondTravels);
  }

  @AfterEach
  void stop() throws IOException {
    gate.complete(true);
    client.close();
    loopback.close();
  }

  private SubscriptionOptions<String, Long> options() {
    return ALL.withOverflow(overflow).withFilter(above5);
  }

  @Test
  void theFilterThatIsInForce() throws Exception {
    var subscription = map.subscribe(options(), new Told(false));
    await(bootstrapped, "the present state");
    for (int i = 0; i < 3; i++) {
      subscription.setFilter(above5);
      await(filtered, "an answer to request " + i);
    }
    assertEquals(List.of("Existing a", "filtered", "filtered", "filtered"), told);
    subscription.setFilter(above1);
    await(filtered, "an answer to the request for another one");
    assertTrue(told.contains("Inserted b") || told.contains("Existing b"), told.toString());
  }

  @Test
  void theLastOfSeveralCounts() throws Exception {
    var subscription = map.subscribe(options(), new Told(true));
    await(bootstrapped, "the present state");
    subscription.setFilter(above1);
    subscription.setFilter(above5);
    gate.complete(true);
    await(filtered, "an answer to the last request");
    assertEquals(List.of("Existing a", "filtered"), told);
  }
}
