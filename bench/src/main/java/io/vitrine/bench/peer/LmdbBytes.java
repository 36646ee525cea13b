package io.vitrine.bench.peer;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.lmdbjava.Txn;

/** A map of LMDB: each change is a transaction of its own. For one thread, others have views. */
final class LmdbBytes<K> implements ByteMap<K> {
  private final Lmdb lmdb;
  private final Supplier<KeyBytes<K>> kind;
  private final KeyBytes<K> keys;
  private final Lmdb.View view;

  private LmdbBytes(Lmdb lmdb, Supplier<KeyBytes<K>> kind) {
    this.lmdb = lmdb;
    this.kind = kind;
    this.keys = kind.get();
    this.view = lmdb.view();
  }

  static <K> ByteMap<K> open(
      Path folder, Supplier<KeyBytes<K>> kind, Shape shape, boolean synchronous) {
    return new LmdbBytes<>(Lmdb.open(folder, shape, synchronous), kind);
  }

  @Override
  public byte @Nullable [] get(K key) {
    view.beginRead();
    try {
      ByteBuffer found = view.find(keys.of(key));
      return found == null ? null : copy(found, new byte[found.remaining()]);
    } finally {
      view.endRead();
    }
  }

  @Override
  public byte @Nullable [] getUsing(K key, byte[] using) {
    view.beginRead();
    try {
      ByteBuffer found = view.find(keys.of(key));
      return found == null ? null : copy(found, using);
    } finally {
      view.endRead();
    }
  }

  private static byte[] copy(ByteBuffer found, byte[] using) {
    found.get(using, 0, found.remaining());
    return using;
  }

  @Override
  public void put(K key, byte[] value) {
    try (Txn<ByteBuffer> writer = view.beginWrite()) {
      view.put(writer, keys.of(key), value);
      writer.commit();
    }
  }

  @Override
  public void remove(K key) {
    try (Txn<ByteBuffer> writer = view.beginWrite()) {
      view.remove(writer, keys.of(key));
      writer.commit();
    }
  }

  /** All in one transaction. */
  @Override
  public Many<K> many() {
    return new Together<>(
        (list, using) -> {
          view.beginRead();
          try {
            int found = 0;
            for (int i = 0; i < list.size(); i++) {
              ByteBuffer value = view.find(keys.of(list.get(i)));
              if (value != null) {
                copy(value, using[i]);
                found++;
              }
            }
            return found;
          } finally {
            view.endRead();
          }
        },
        (list, values) -> {
          try (Txn<ByteBuffer> writer = view.beginWrite()) {
            for (int i = 0; i < list.size(); i++) {
              view.put(writer, keys.of(list.get(i)), values.get(i));
            }
            writer.commit();
          }
        });
  }

  @Override
  public ByteMap<K> forThread() {
    return new LmdbBytes<>(lmdb, kind);
  }

  @Override
  public void close() {
    lmdb.close();
  }
}
