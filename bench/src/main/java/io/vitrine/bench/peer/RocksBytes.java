package io.vitrine.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** A map of RocksDB. For one thread, others have views. */
final class RocksBytes<K> implements ByteMap<K> {
  private final Rocks rocks;
  private final RocksDB db;
  private final Supplier<KeyBytes<K>> kind;
  private final KeyBytes<K> keys;

  private RocksBytes(Rocks rocks, Supplier<KeyBytes<K>> kind) {
    this.rocks = rocks;
    this.db = rocks.db();
    this.kind = kind;
    this.keys = kind.get();
  }

  static <K> ByteMap<K> open(
      Path folder, Supplier<KeyBytes<K>> kind, Shape shape, boolean synchronous)
      throws IOException {
    return new RocksBytes<>(Rocks.open(folder, shape, synchronous), kind);
  }

  @Override
  public byte @Nullable [] get(K key) {
    try {
      return db.get(keys.of(key));
    } catch (RocksDBException e) {
      throw Rocks.failed(e);
    }
  }

  @Override
  public byte @Nullable [] getUsing(K key, byte[] using) {
    try {
      return db.get(keys.of(key), using) == RocksDB.NOT_FOUND ? null : using;
    } catch (RocksDBException e) {
      throw Rocks.failed(e);
    }
  }

  @Override
  public void put(K key, byte[] value) {
    try {
      db.put(rocks.writing(), keys.of(key), value);
    } catch (RocksDBException e) {
      throw Rocks.failed(e);
    }
  }

  @Override
  public void remove(K key) {
    try {
      db.delete(rocks.writing(), keys.of(key));
    } catch (RocksDBException e) {
      throw Rocks.failed(e);
    }
  }

  @Override
  public Many<K> many() {
    return new Together<>(this::getAll, this::putAll);
  }

  private int getAll(List<K> list, byte[][] using) {
    List<byte[]> bytes = new ArrayList<>(list.size());
    for (K key : list) {
      bytes.add(keys.of(key).clone());
    }
    try {
      List<byte @Nullable []> values = db.multiGetAsList(bytes);
      int found = 0;
      for (int i = 0; i < values.size(); i++) {
        byte[] value = values.get(i);
        if (value != null) {
          System.arraycopy(value, 0, using[i], 0, value.length);
          found++;
        }
      }
      return found;
    } catch (RocksDBException e) {
      throw Rocks.failed(e);
    }
  }

  private void putAll(List<K> list, List<byte[]> values) {
    try (WriteBatch batch = new WriteBatch()) {
      for (int i = 0; i < list.size(); i++) {
        batch.put(keys.of(list.get(i)), values.get(i));
      }
      db.write(rocks.writing(), batch);
    } catch (RocksDBException e) {
      throw Rocks.failed(e);
    }
  }

  @Override
  public ByteMap<K> forThread() {
    return new RocksBytes<>(rocks, kind);
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
