package io.vitrine.examples.demo;

import io.vitrine.collections.Bookmark;
import io.vitrine.collections.MapEvent;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the map that is kept by its events, and what was found on the way. For one thread.
 *
 * <p>No event may be missing and none may come twice: revisions increase, and the old value that an
 * event tells is the one that the copy has.
 */
final class Copy {
  private final long epoch;
  private final Map<String, AirportStats> entries = new TreeMap<>();
  private final Histogram delays;
  private final Problems problems;
  private long revision;
  private long events;
  private long missed;

  private Copy(long epoch, long revision, Histogram delays, Problems problems) {
    this.epoch = epoch;
    this.revision = revision;
    this.delays = delays;
    this.problems = problems;
  }

  /** A copy that has seen nothing. */
  static Copy empty(long epoch) {
    return new Copy(epoch, -1, DelayHistogram.empty(), new Problems());
  }

  /**
   * A copy as it was saved.
   *
   * @param place what had been seen
   * @param events how many events
   * @param missed how many of these were made while nobody listened
   * @param delays of the others
   * @param problems what was found
   */
  static Copy of(Bookmark place, long events, long missed, Histogram delays, Problems problems) {
    var copy = new Copy(place.epoch(), place.revision(), delays, problems);
    copy.events = events;
    copy.missed = missed;
    return copy;
  }

  /** Adds an entry as it was saved. */
  void restore(AirportStats airport) {
    entries.put(airport.iata(), airport);
  }

  /**
   * Takes an event.
   *
   * @param event the event
   * @param listeningSince when this process began to listen, in nanoseconds since 1970
   * @param now the same for now
   */
  void apply(MapEvent<String, AirportStats> event, long listeningSince, long now) {
    AirportStats present = entries.get(event.key());
    AirportStats value = event.value();
    if (event instanceof MapEvent.Existing) {
      problems.addIf(present != null, () -> "existed twice: " + event);
    } else {
      check(event, present);
      events++;
      revision = event.revision();
      if (event.timeNanos() < listeningSince) {
        missed++;
      } else {
        DelayHistogram.record(delays, now - event.timeNanos());
      }
    }
    if (value == null) {
      entries.remove(event.key());
    } else {
      entries.put(event.key(), value);
    }
  }

  private void check(MapEvent<String, AirportStats> event, @Nullable AirportStats present) {
    problems.addIf(
        event.revision() <= revision,
        () -> "a revision twice: " + event.revision() + " after " + revision);
    problems.addIf(
        !Objects.equals(event.oldValue(), present),
        () -> "a gap before " + event + ": the copy has " + present);
  }

  /** The state before the first event. */
  void bootstrapped(long at) {
    revision = at;
  }

  /** Events were no longer retained: the demo is too short for that. */
  void resync(long at) {
    problems.addIf(true, () -> "resync at revision " + at + " after " + revision);
    entries.clear();
  }

  /** Where to resume from; its revision is negative before the first state. */
  Bookmark bookmark() {
    return new Bookmark(epoch, revision);
  }

  Map<String, AirportStats> entries() {
    return entries;
  }

  /** How many changes have been told. */
  long events() {
    return events;
  }

  /** How many of them were made while nobody listened, and were told afterwards. */
  long missed() {
    return missed;
  }

  /** From the change to the telling, for the events that were made while somebody listened. */
  Histogram delays() {
    return delays;
  }

  Problems problems() {
    return problems;
  }
}
