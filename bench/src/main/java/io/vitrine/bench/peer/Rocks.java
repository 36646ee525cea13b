package io.vitrine.bench.peer;

import java.io.IOException;
import java.nio.file.Path;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * A database of RocksDB. For any number of threads.
 *
 * <p>{@code optimizeForPointLookup} is what it has for maps that nobody iterates: Bloom filters and
 * a hash index in each block, with a cache that holds everything. Nothing is compressed. Changes go
 * to its log, which is not forced: they survive the process and not the power, as with Vitrine's
 * default. Where changes have to be permanent, each is forced.
 */
final class Rocks implements AutoCloseable {
  private static final long ENTRY_BYTES = 40;
  private static final long CACHE_MIN_MIB = 64;

  private final Options options;
  private final WriteOptions writing;
  private final RocksDB db;

  private Rocks(Options options, WriteOptions writing, RocksDB db) {
    this.options = options;
    this.writing = writing;
    this.db = db;
  }

  static Rocks open(Path folder, Shape shape, boolean synchronous) throws IOException {
    RocksDB.loadLibrary();
    long bytes = shape.entries() * (shape.valueBytes() + ENTRY_BYTES);
    Options options =
        new Options()
            .setCreateIfMissing(true)
            .setCompressionType(CompressionType.NO_COMPRESSION)
            .optimizeForPointLookup(Math.max(CACHE_MIN_MIB, bytes >> 20))
            .setIncreaseParallelism(Runtime.getRuntime().availableProcessors())
            .setStatsDumpPeriodSec(0)
            .setInfoLogLevel(InfoLogLevel.ERROR_LEVEL);
    try {
      RocksDB db = RocksDB.open(options, folder.toString());
      return new Rocks(options, new WriteOptions().setSync(synchronous), db);
    } catch (RocksDBException e) {
      options.close();
      throw new IOException(e);
    }
  }

  RocksDB db() {
    return db;
  }

  WriteOptions writing() {
    return writing;
  }

  void flush() {
    try (FlushOptions flushing = new FlushOptions()) {
      db.flush(flushing.setWaitForFlush(true));
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  void compact() {
    flush();
    try {
      db.compactRange();
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  static IllegalStateException failed(RocksDBException e) {
    return new IllegalStateException("RocksDB failed", e);
  }

  @Override
  public void close() {
    db.close();
    writing.close();
    options.close();
  }
}
