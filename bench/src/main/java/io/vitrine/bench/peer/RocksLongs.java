package io.vitrine.bench.peer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.NoSuchElementException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * Numbers in a map of RocksDB. For one thread, others have views.
 *
 * <p>Its merge operators add without an answer; whoever wants the sum has to read it under a lock,
 * which here is one of many in this process, the only one that can have the database open.
 */
final class RocksLongs implements LongMap {
  private static final int LOCKS = 64;

  private final Rocks rocks;
  private final RocksDB db;
  private final Lock[] locks;
  private final KeyBytes<Long> keys = KeyBytes.longs();
  private final byte[] value = new byte[Long.BYTES];

  private RocksLongs(Rocks rocks, Lock[] locks) {
    this.rocks = rocks;
    this.db = rocks.db();
    this.locks = locks;
  }

  static LongMap open(Path folder, long entries) throws IOException {
    var locks = new Lock[LOCKS];
    for (int i = 0; i < LOCKS; i++) {
      locks[i] = new ReentrantLock();
    }
    return new RocksLongs(
        Rocks.open(folder, new Shape(KeyKind.LONG, Long.BYTES, entries), false), locks);
  }

  @Override
  public long get(long key) {
    try {
      int length = db.get(keys.of(key), value);
      if (length != Long.BYTES) {
        throw new NoSuchElementException("key " + key + " has a value of " + length + " bytes");
      }
      return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getLong(0);
    } catch (RocksDBException e) {
      throw Rocks.failed(e);
    }
  }

  @Override
  public void put(long key, long next) {
    Fill.stamp(value, next);
    try {
      db.put(rocks.writing(), keys.of(key), value);
    } catch (RocksDBException e) {
      throw Rocks.failed(e);
    }
  }

  @Override
  public long addAndGet(long key, long delta) {
    Lock lock = locks[(int) (KeyKind.number(key) & LOCKS - 1)];
    lock.lock();
    try {
      long sum = get(key) + delta;
      put(key, sum);
      return sum;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public LongMap forThread() {
    return new RocksLongs(rocks, locks);
  }

  @Override
  public void flush() {
    rocks.flush();
  }

  @Override
  public void compact() {
    rocks.compact();
  }

  @Override
  public void close() {
    rocks.close();
  }
}
