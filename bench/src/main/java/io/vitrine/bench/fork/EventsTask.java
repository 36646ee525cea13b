package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.MapSpec;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.Vitrine;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.LongPredicate;
import org.agrona.concurrent.UnsafeBuffer;

/** Changes of one writer, of which subscribers in the same JVM are told. For one thread. */
final class EventsTask {
  private static final long KEYS = 100_000;
  private static final int REPEATS = 3;
  private static final double NANOS_PER_SECOND = 1e9;

  private EventsTask() {}

  /** Changes a second that all subscribers have been told of. */
  static void rate(Job job) throws IOException, InterruptedException {
    int subscribers = (int) job.number("subscribers");
    int changes = (int) job.number("changes");
    try (var rate =
        switch (job.peer()) {
          case VITRINE -> new OfMap(job, subscribers);
          case AGRONA -> new OfRing(job);
          default -> throw new IllegalArgumentException(job.peer() + " tells nobody");
        }) {
      rate.changesPerSecond(changes);
      long allocated = Allocation.ofAll();
      for (int i = 0; i < REPEATS; i++) {
        job.tell("rate-" + i, rate.changesPerSecond(changes));
      }
      long operations = (long) REPEATS * changes;
      job.tell("allocated", (double) (Allocation.ofAll() - allocated) / operations);
    }
  }

  /** Something that many changes go through. */
  private interface Rate extends AutoCloseable {
    double changesPerSecond(int changes) throws InterruptedException;

    @Override
    void close();
  }

  /** By subscriptions. */
  private static final class OfMap implements Rate {
    private final Vitrine vitrine;
    private final ObservableMap<Long, Long> map;
    private final List<Counting> counting = new ArrayList<>();
    private final List<Subscription<?>> subscriptions = new ArrayList<>();
    private long made;

    OfMap(Job job, int subscribers) {
      vitrine = Vitrine.open(job.folder());
      map = vitrine.map("events", MapSpec.of(Long.class, Long.class).compact());
      for (long key = 0; key < KEYS; key++) {
        map.set(key, key);
      }
      for (int i = 0; i < subscribers; i++) {
        var subscriber = new Counting();
        counting.add(subscriber);
        subscriptions.add(
            map.subscribe(SubscriptionOptions.<Long, Long>all().withoutBootstrap(), subscriber));
      }
    }

    @Override
    public double changesPerSecond(int changes) throws InterruptedException {
      var done = new CountDownLatch(counting.size());
      counting.forEach(each -> each.expect(made + changes, done));
      var draw = new Draw(KEYS);
      long start = System.nanoTime();
      for (int i = 0; i < changes; i++) {
        map.set(draw.next(), made + i);
      }
      done.await();
      made += changes;
      return changes * NANOS_PER_SECOND / (System.nanoTime() - start);
    }

    @Override
    public void close() {
      subscriptions.forEach(Subscription::cancel);
      vitrine.close();
    }
  }

  /** Counts what it is told, on the one thread that tells it. */
  private static final class Counting implements Subscriber<MapEvent<Long, Long>> {
    private record Goal(long count, CountDownLatch done) {}

    private volatile Goal goal = new Goal(Long.MAX_VALUE, new CountDownLatch(1));
    private long seen;
    private long sum;

    void expect(long count, CountDownLatch done) {
      goal = new Goal(count, done);
    }

    @Override
    public void onNext(MapEvent<Long, Long> event, long revision) {
      Long value = event.value();
      sum += value == null ? 0 : value;
      if (++seen == goal.count) {
        goal.done.countDown();
      }
    }

    @Override
    public void onResync(long revision) {
      throw new IllegalStateException(
          "a subscriber missed changes after " + seen + ", sum " + sum + "; keep more of the log");
    }

    @Override
    public void onError(Throwable failure) {
      failure.printStackTrace(); // to the log of the bench, and the JVM must not wait forever
      Runtime.getRuntime().halt(1);
    }
  }

  /** The bound: messages of key and value through a ring buffer, which keeps nothing. */
  private static final class OfRing implements Rate {
    private static final int MESSAGE_BYTES = 2 * Long.BYTES;

    private final RingChannel ring;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[MESSAGE_BYTES]);

    OfRing(Job job) throws IOException {
      ring = new RingChannel(job.folder());
    }

    @Override
    public double changesPerSecond(int changes) throws InterruptedException {
      long[] seen = {0};
      LongPredicate counting = _ -> ++seen[0] < changes;
      long start = System.nanoTime();
      Thread reader = Thread.ofPlatform().start(() -> ring.receive(() -> {}, counting));
      for (int i = 0; i < changes; i++) {
        message.putLong(0, i);
        message.putLong(Long.BYTES, i);
        ring.send(message, MESSAGE_BYTES);
      }
      reader.join();
      return changes * NANOS_PER_SECOND / (System.nanoTime() - start);
    }

    @Override
    public void close() {
      ring.close();
    }
  }
}
