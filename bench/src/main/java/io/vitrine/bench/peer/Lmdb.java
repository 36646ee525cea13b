package io.vitrine.bench.peer;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.lmdbjava.Dbi;
import org.lmdbjava.DbiFlags;
import org.lmdbjava.Env;
import org.lmdbjava.EnvFlags;
import org.lmdbjava.Txn;

/**
 * An environment of LMDB with one database. For any number of threads, each with a {@link View}.
 *
 * <p>The file is written through the map and never forced ({@code MDB_WRITEMAP}, {@code
 * MDB_NOSYNC}), which survives the process and not the power, as Vitrine's default does; where
 * changes have to be permanent, all such flags are off. Readers keep their transaction and renew it
 * for each lookup, and keys of eight bytes are compared as numbers ({@code MDB_INTEGERKEY}).
 */
final class Lmdb implements AutoCloseable {
  private static final int THREADS_MAX = 512;
  private static final long BYTES_MIN = 256L << 20;

  /** Bytes of an entry besides its value, times the pages that are copied before they are free. */
  private static final long ENTRY_BYTES = 64;

  private static final int COPIES = 4;

  private final Env<ByteBuffer> env;
  private final Dbi<ByteBuffer> map;
  private final Queue<Txn<ByteBuffer>> readers = new ConcurrentLinkedQueue<>();

  private Lmdb(Env<ByteBuffer> env, Dbi<ByteBuffer> map) {
    this.env = env;
    this.map = map;
  }

  static Lmdb open(Path folder, Shape shape, boolean synchronous) {
    List<EnvFlags> flags = new ArrayList<>(List.of(EnvFlags.MDB_NOTLS));
    if (!synchronous) {
      flags.add(EnvFlags.MDB_WRITEMAP);
      flags.add(EnvFlags.MDB_NOSYNC);
    }
    Env<ByteBuffer> env =
        Env.create()
            .setMapSize(BYTES_MIN + COPIES * shape.entries() * (shape.valueBytes() + ENTRY_BYTES))
            .setMaxDbs(1)
            .setMaxReaders(THREADS_MAX)
            .open(folder.toFile(), flags.toArray(new EnvFlags[0]));
    Dbi<ByteBuffer> map =
        shape.key() == KeyKind.LONG
            ? env.openDbi("bench", DbiFlags.MDB_CREATE, DbiFlags.MDB_INTEGERKEY)
            : env.openDbi("bench", DbiFlags.MDB_CREATE);
    return new Lmdb(env, map);
  }

  /** What one thread needs. */
  final class View {
    private static final int KEY_MAX = 64;

    private final ByteBuffer key = ByteBuffer.allocateDirect(KEY_MAX);
    private final Txn<ByteBuffer> reader = env.txnRead();
    private ByteBuffer value = ByteBuffer.allocateDirect(1 << 10);

    private View() {
      reader.reset();
      readers.add(reader);
    }

    /** Begins to read what is there now. */
    void beginRead() {
      reader.renew();
    }

    void endRead() {
      reader.reset();
    }

    /** Where a value lies, until the end of reading or writing; its bytes are not to be changed. */
    @org.jspecify.annotations.Nullable
    ByteBuffer find(byte[] bytes) {
      return map.get(reader, key(bytes));
    }

    @org.jspecify.annotations.Nullable
    ByteBuffer find(Txn<ByteBuffer> writer, byte[] bytes) {
      return map.get(writer, key(bytes));
    }

    /** Waits until nobody else writes. */
    Txn<ByteBuffer> beginWrite() {
      return env.txnWrite();
    }

    void put(Txn<ByteBuffer> writer, byte[] bytes, byte[] next) {
      if (value.capacity() < next.length) {
        value = ByteBuffer.allocateDirect(next.length);
      }
      map.put(writer, key(bytes), value.clear().put(next).flip());
    }

    void remove(Txn<ByteBuffer> writer, byte[] bytes) {
      map.delete(writer, key(bytes));
    }

    private ByteBuffer key(byte[] bytes) {
      return key.clear().put(bytes).flip();
    }
  }

  View view() {
    return new View();
  }

  @Override
  public void close() {
    readers.forEach(Txn::close);
    env.close();
  }
}
