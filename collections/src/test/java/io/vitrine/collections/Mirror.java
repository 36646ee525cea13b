package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A subscriber that keeps a copy of the map and checks that every event fits it. */
final class Mirror implements Subscriber<MapEvent<Integer, Long>> {
  private static final long DEADLINE_NANOS = 60_000_000_000L;

  private final Map<Integer, Long> copy = new HashMap<>();
  private @Nullable Map<Integer, Long> state;
  private long revision;
  private long bootstrapped = -1;
  private int resyncs;
  private boolean over;
  private @Nullable String broken;

  @Override
  public synchronized void onNext(MapEvent<Integer, Long> event, long eventRevision) {
    boolean ofState = event instanceof MapEvent.Existing;
    if (!ofState && !Objects.equals(copy.get(event.key()), event.oldValue())) {
      breaks(event + " does not follow " + copy.get(event.key()));
    }
    // What a change of the filter tells carries the revision of the state that it was made at.
    boolean ofChange = event.timeNanos() != 0;
    if (ofChange ? eventRevision <= revision : eventRevision < revision) {
      breaks(event + " is not after " + revision);
    }
    if (eventRevision != event.revision()) {
      breaks(event + " came with revision " + eventRevision);
    }
    revision = eventRevision;
    Long after = event.value();
    Long before = after == null ? copy.remove(event.key()) : copy.put(event.key(), after);
    if (ofState && before != null) {
      breaks(event + " is twice in the state");
    }
    notifyAll();
  }

  private void breaks(String what) {
    broken = broken == null ? what : broken;
  }

  @Override
  public synchronized void onResync(long at) {
    copy.clear();
    resyncs++;
  }

  @Override
  public synchronized void onBootstrapped(long at) {
    bootstrapped = at;
    revision = at;
    state = Map.copyOf(copy);
    notifyAll();
  }

  @Override
  public synchronized void onCancelled(String reason) {
    over = true;
    notifyAll();
  }

  @Override
  public synchronized void onError(Throwable failure) {
    breaks(failure.toString());
    notifyAll();
  }

  synchronized long bootstrapped() {
    return bootstrapped;
  }

  /** The entries that were told as present. */
  synchronized Map<Integer, Long> state() {
    return Objects.requireNonNull(state);
  }

  synchronized int resyncs() {
    return resyncs;
  }

  void awaitBootstrapped(String seed) {
    await(() -> bootstrapped >= 0, () -> "not bootstrapped", seed);
  }

  void awaitEnd(String seed) {
    await(() -> over, () -> "not over", seed);
    over = false;
  }

  void awaitCopy(Map<Integer, Long> expected, String seed) {
    await(() -> copy.equals(expected), () -> copy + " instead of " + expected, seed);
  }

  private synchronized void await(
      Supplier<Boolean> condition, Supplier<String> found, String seed) {
    long deadline = System.nanoTime() + DEADLINE_NANOS;
    while (broken == null && !condition.get()) {
      long millis = (deadline - System.nanoTime()) / 1_000_000;
      if (millis <= 0) {
        breaks(found.get());
        break;
      }
      try {
        wait(millis);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    assertEquals(null, broken, seed);
  }
}
