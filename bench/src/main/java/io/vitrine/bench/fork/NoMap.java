package io.vitrine.bench.fork;

import io.vitrine.bench.peer.ByteMap;
import org.jspecify.annotations.Nullable;

/** Takes half a microsecond and does nothing: shows the pauses that the machine makes by itself. */
final class NoMap implements ByteMap<Long> {
  private static final long NANOS = 500;

  @Override
  public byte @Nullable [] get(Long key) {
    return null;
  }

  @Override
  public byte @Nullable [] getUsing(Long key, byte[] using) {
    return null;
  }

  @Override
  public void put(Long key, byte[] value) {
    long end = System.nanoTime() + NANOS;
    while (System.nanoTime() - end < 0) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void remove(Long key) {}

  @Override
  public void close() {}
}
