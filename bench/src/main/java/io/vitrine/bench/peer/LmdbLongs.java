package io.vitrine.bench.peer;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Objects;
import org.lmdbjava.Txn;

/** Numbers in a map of LMDB. For one thread, others have views. */
final class LmdbLongs implements LongMap {
  private final Lmdb lmdb;
  private final Lmdb.View view;
  private final KeyBytes<Long> keys = KeyBytes.longs();
  private final byte[] value = new byte[Long.BYTES];

  private LmdbLongs(Lmdb lmdb) {
    this.lmdb = lmdb;
    this.view = lmdb.view();
  }

  static LongMap open(Path folder, long entries) {
    return new LmdbLongs(Lmdb.open(folder, new Shape(KeyKind.LONG, Long.BYTES, entries), false));
  }

  @Override
  public long get(long key) {
    view.beginRead();
    try {
      return number(Objects.requireNonNull(view.find(keys.of(key))));
    } finally {
      view.endRead();
    }
  }

  private static long number(ByteBuffer found) {
    return found.order(ByteOrder.LITTLE_ENDIAN).getLong(found.position());
  }

  @Override
  public void put(long key, long next) {
    try (Txn<ByteBuffer> writer = view.beginWrite()) {
      set(writer, key, next);
    }
  }

  private void set(Txn<ByteBuffer> writer, long key, long next) {
    Fill.stamp(value, next);
    view.put(writer, keys.of(key), value);
    writer.commit();
  }

  /** A transaction that reads and writes: nobody else writes meanwhile. */
  @Override
  public long addAndGet(long key, long delta) {
    try (Txn<ByteBuffer> writer = view.beginWrite()) {
      long sum = number(Objects.requireNonNull(view.find(writer, keys.of(key)))) + delta;
      set(writer, key, sum);
      return sum;
    }
  }

  @Override
  public LongMap forThread() {
    return new LmdbLongs(lmdb);
  }

  @Override
  public void close() {
    lmdb.close();
  }
}
