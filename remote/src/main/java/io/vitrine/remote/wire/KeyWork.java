package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Refuses keys that were chosen so that their hashes collide. For one thread.
 *
 * <p>The JDK's hash tables find a key among many of one hash by its order, if all of them are of
 * one class that has one (strings, numbers), and otherwise look at all: so keys that are lists, or
 * strings mixed with numbers, could be chosen so that a message takes hours. What would be looked
 * at is added up here, and is refused where it is much more than honest keys ever need. So is what
 * is hashed: a key within a key within a key is hashed once for each of them.
 *
 * <pre>
 *   keys              hash        looked at
 *   [0, 31], [1, 0]   993 both    1 key of 3 values
 * </pre>
 */
public final class KeyWork {
  /** Values looked at, a fraction of a second's worth; a grid of 500 by 500 stays far below. */
  private static final long WORK_MAX = 1L << 24;

  /** Values hashed for keys of one message: those of a large frame some times over. */
  private static final long HASHED_MAX = 1L << 26;

  /** So many bytes take as long as another value. */
  private static final int BYTES_PER_VALUE = 8;

  private static final int SLOTS_MIN = 64;

  /** Values hashed so far for keys of one message, those of keys within keys, too. */
  static final class Hashed {
    private long values;

    void clear() {
      values = 0;
    }
  }

  /** Against hashes that collide in this table. */
  private final int seed = ThreadLocalRandom.current().nextInt() | 1;

  private final Hashed hashed;
  private @Nullable Class<?> only;
  private @Nullable NavigableSet<ByteBuffer> bytesSeen;
  private boolean counting;
  private int[] hashes = {};
  private int[] counts = {};
  private int used;
  private long work;

  /** Creates one for the keys of one map or the elements of one set. */
  public KeyWork() {
    this(List.of(), new Hashed());
  }

  /**
   * Creates one for a map whose keys were strings so far.
   *
   * @param before these keys
   * @param hashed of the message
   */
  KeyWork(Collection<?> before, Hashed hashed) {
    this.only = before.isEmpty() ? null : String.class;
    this.hashed = hashed;
  }

  /**
   * Adds a key.
   *
   * @param before the keys that were added before
   * @param key the key
   * @throws WireException if the keys are such as to keep the reader busy
   */
  public void add(Collection<?> before, @Nullable Object key) {
    if (key == null) {
      return;
    }
    if (!counting) {
      if (only == null) {
        only = key.getClass();
      }
      if (isOrdered(key) && key.getClass() == only) {
        return;
      }
      counting = true;
      before.forEach(this::count);
    }
    count(key);
  }

  /**
   * Whether a key is of bytes that another one before has, too: for a map they are two.
   *
   * @param key the key
   * @return false for the first one, and for keys that are no bytes
   */
  boolean isRepeated(@Nullable Object key) {
    if (!(key instanceof byte[] bytes)) {
      return false;
    }
    NavigableSet<ByteBuffer> seen = bytesSeen;
    if (seen == null) {
      seen = new TreeSet<>(); // ordered: whoever chooses keys cannot make it slow
      bytesSeen = seen;
    }
    return !seen.add(ByteBuffer.wrap(bytes));
  }

  private void count(@Nullable Object key) {
    if (key == null || key instanceof byte[]) {
      return; // Bytes have a hash that nobody chooses.
    }
    long nodes = nodes(key);
    hashed.values += nodes;
    if (hashed.values > HASHED_MAX) {
      throw new WireException(
          ErrorCode.LIMIT_EXCEEDED,
          "the keys are too large, with keys within them; take a shorter value as key");
    }
    work += others(key.hashCode()) * nodes;
    if (work > WORK_MAX) {
      throw new WireException(
          ErrorCode.LIMIT_EXCEEDED,
          "the hashes of the keys collide too often; send fewer keys at a time");
    }
  }

  /** Whether a hash table of the JDK finds it by its order; not so where a superclass has that. */
  private static boolean isOrdered(Object key) {
    return key instanceof Comparable && !(key instanceof ByteBuffer);
  }

  /** How many keys of this hash there were; notes one more. */
  private long others(int hash) {
    if (2 * used >= hashes.length) {
      grow();
    }
    int slot = slot(hash);
    if (counts[slot] == 0) {
      hashes[slot] = hash;
      used++;
    }
    return counts[slot]++;
  }

  private int slot(int hash) {
    int mask = hashes.length - 1;
    int mixed = hash * 0x9E3779B1 ^ seed;
    mixed = (mixed ^ (mixed >>> 15)) * (seed | 0x5BD1E995);
    int slot = (mixed ^ (mixed >>> 13)) & mask;
    while (counts[slot] != 0 && hashes[slot] != hash) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private void grow() {
    int[] oldHashes = hashes;
    int[] oldCounts = counts;
    hashes = new int[Math.max(SLOTS_MIN, 2 * oldHashes.length)];
    counts = new int[hashes.length];
    for (int i = 0; i < oldHashes.length; i++) {
      if (oldCounts[i] > 0) {
        int slot = slot(oldHashes[i]);
        hashes[slot] = oldHashes[i];
        counts[slot] = oldCounts[i];
      }
    }
  }

  /** How many values a comparison may have to look at. */
  private static long nodes(@Nullable Object value) {
    long nodes = 1;
    switch (value) {
      case List<?> list -> {
        for (Object element : list) {
          nodes += nodes(element);
        }
      }
      case Map<?, ?> map -> {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          nodes += nodes(entry.getKey()) + nodes(entry.getValue());
        }
      }
      case TypedValue typed -> nodes += nodes(typed.content());
      case Map.Entry<?, ?> entry -> nodes += nodes(entry.getKey()) + nodes(entry.getValue());
      case ByteBuffer bytes -> nodes += bytes.remaining() / BYTES_PER_VALUE;
      case null, default -> {
        // One value.
      }
    }
    return nodes;
  }
}
