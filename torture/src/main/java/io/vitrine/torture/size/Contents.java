package io.vitrine.torture.size;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.torture.TortureFailure;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the map is filled with: of each key, the value follows from the key. For one thread, which
 * makes no garbage while it fills.
 */
final class Contents {
  private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

  private final StoreMap<Long, byte[]> map;
  private final byte[][] bySize;
  private final ByteBuffer[] heads;
  private final int least;

  /**
   * Prepares values.
   *
   * @param meanBytes their size in the mean, from half of it to one and a half
   */
  Contents(Store store, int meanBytes) {
    this.map = map(store);
    this.least = Math.max(Long.BYTES, meanBytes / 2);
    int sizes = 2 * Math.max(1, meanBytes - least) + 1;
    this.bySize = new byte[sizes][];
    this.heads = new ByteBuffer[sizes];
    for (int i = 0; i < sizes; i++) {
      bySize[i] = new byte[least + i];
      Arrays.fill(bySize[i], (byte) (least + i));
      heads[i] = ByteBuffer.wrap(bySize[i]);
    }
  }

  static StoreMap<Long, byte[]> map(Store store) {
    return store.map("/maps/size", MapOptions.of(Codecs.longs(), Codecs.bytes()));
  }

  private int kind(long key) {
    long mixed = key * MIX;
    return (int) Math.floorMod(mixed ^ mixed >>> 32, (long) bySize.length);
  }

  /** The value of a key, valid until the next call. */
  private byte[] value(long key) {
    int kind = kind(key);
    heads[kind].putLong(0, key * MIX + 1);
    return bySize[kind];
  }

  /** Sets the value of a key, and tells its size. */
  int put(long key) {
    byte[] value = value(key);
    map.put(key, value);
    return value.length;
  }

  /** Compares what the map has for a key. */
  void verify(long key) {
    verify(key, map.get(key));
  }

  /** Compares what was found for a key. */
  void verify(long key, byte @Nullable [] now) {
    if (!Arrays.equals(now, value(key))) {
      throw new TortureFailure(
          "key "
              + key
              + " has "
              + (now == null ? "no value" : now.length + " bytes of another value")
              + ", expected "
              + value(key).length
              + " bytes of its own");
    }
  }

  /** Sees that a key is absent that was never set. */
  void verifyAbsent(long key) {
    if (map.containsKey(key)) {
      throw new TortureFailure("key " + key + " is there, but was never set");
    }
  }
}
