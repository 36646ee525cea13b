package io.vitrine.remote.client;

import io.vitrine.remote.wire.ModelRoom;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Applies functions that cannot travel to entries of a remote map, here: what they make is taken if
 * the entry still has the revision that they saw. Safe for any number of threads.
 *
 * <p>What was there after an update is kept for a while, where it is small and nobody can change it
 * but by the map. So the next update of an entry that nobody else has changed is one request; one
 * of an entry that was changed is two, as it is where nothing is known. What follows from a value
 * without a request (no change, or an exception) is only believed of one that the server has told
 * since the call began.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
final class UpdatesHere<K, V> {
  private static final int KEPT_MAX = 1_000;
  private static final long KEPT_BYTES_MAX = 1_000;

  private static final Set<Class<?>> SCALARS =
      Set.of(
          String.class,
          Byte.class,
          Short.class,
          Character.class,
          Integer.class,
          Long.class,
          Float.class,
          Double.class,
          Boolean.class,
          BigInteger.class,
          BigDecimal.class,
          UUID.class,
          Instant.class,
          LocalDate.class,
          Duration.class);

  /** Whether nobody can change what is of the class. */
  private static final ClassValue<Boolean> FIXED =
      new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
          if (!type.isRecord()) {
            return type.isEnum() || SCALARS.contains(type);
          }
          for (RecordComponent component : type.getRecordComponents()) {
            Class<?> part = component.getType();
            if (!part.isPrimitive() && !part.isEnum() && !SCALARS.contains(part)) {
              return false;
            }
          }
          return true;
        }
      };

  /**
   * What the server has told of an entry.
   *
   * @param value null where there is no entry
   * @param revision 0 where there is no entry
   * @param done whether it is so since this was asked for
   */
  record Told<V>(@Nullable V value, long revision, boolean done) {}

  private final Link link;
  private final RemoteMap<K, V> map;

  /** Guarded by itself, as is the epoch that it is of. */
  private final LinkedHashMap<K, Told<V>> kept = new LinkedHashMap<>(16, 0.75f, true);

  private long keptEpoch;

  UpdatesHere(Link link, RemoteMap<K, V> map) {
    this.link = link;
    this.map = map;
  }

  /**
   * Updates an entry; the function is called again when another update came between.
   *
   * @param key of the entry
   * @param first what to set where there is no entry, which is tried first where nothing is known;
   *     null where the function has to say
   * @param function makes the new value, null for no entry
   * @param leaves whether what the function gives back as it was is not written
   * @return what is there now
   */
  @Nullable V update(
      K key, @Nullable V first, Function<@Nullable V, @Nullable V> function, boolean leaves) {
    Told<V> at = kept(key);
    boolean sure = at == null;
    if (at == null) {
      at = first == null ? look(key) : exchange(key, 0, first);
      if (at.done()) {
        return first;
      }
    }
    while (true) {
      V after;
      RuntimeException failure = null;
      try {
        after = function.apply(at.value());
      } catch (RuntimeException e) {
        failure = e;
        after = null;
      }
      if (failure == null && !isLeft(at.value(), after, leaves)) {
        at = exchange(key, at.revision(), after);
        if (at.done()) {
          return after;
        }
      } else {
        Told<V> now = sure ? at : look(key);
        if (now.revision() == at.revision()) {
          if (failure != null) {
            throw failure;
          }
          return after;
        }
        at = now;
      }
      sure = true;
    }
  }

  @SuppressWarnings("ReferenceEquality") // the same object means no change
  private boolean isLeft(@Nullable V before, @Nullable V after, boolean leaves) {
    return before == after && (leaves || before == null);
  }

  private Told<V> look(K key) {
    var found = map.getVersioned(key);
    return found == null
        ? new Told<>(null, 0, false)
        : new Told<>(found.value(), found.revision(), false);
  }

  private Told<V> exchange(K key, long revision, @Nullable V value) {
    long epoch = link.epoch();
    Told<V> told = map.exchange(key, revision, value);
    keep(key, told, epoch);
    return told;
  }

  private @Nullable Told<V> kept(K key) {
    long epoch = link.epoch();
    synchronized (kept) {
      return keptEpoch == epoch ? kept.get(key) : null;
    }
  }

  private void keep(K key, Told<V> told, long epoch) {
    V value = told.value();
    boolean worth =
        FIXED.get(key.getClass())
            && (value == null || FIXED.get(value.getClass()))
            && ModelRoom.of(map.pair(key, value)) <= KEPT_BYTES_MAX;
    synchronized (kept) {
      if (keptEpoch != epoch) {
        kept.clear(); // revisions of another log
        keptEpoch = epoch;
      }
      if (!worth) {
        kept.remove(key);
      } else if (kept.put(key, new Told<>(value, told.revision(), false)) == null
          && kept.size() > KEPT_MAX) {
        kept.pollFirstEntry();
      }
    }
  }
}
