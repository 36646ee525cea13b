package io.vitrine.bench.peer;

import io.vitrine.store.Durability;
import io.vitrine.store.StoreOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;
import org.mapdb.Serializer;

/** Opens the maps of all systems. Stateless, for any thread. */
public final class Maps {
  private Maps() {}

  /**
   * Opens a map with numbers as keys.
   *
   * @param peer the system
   * @param folder where its files are or come to be
   * @param shape what it holds
   * @return the map
   * @throws IOException if the files cannot be opened
   */
  public static ByteMap<Long> longs(Peer peer, Path folder, Shape shape) throws IOException {
    return switch (peer) {
      case VITRINE -> VitrineMap.longs(folder, StoreOptions.defaults());
      case LOGGED -> VitrineMap.longs(folder, StoreOptions.defaults().withLogFromStart());
      case COMPACT -> VitrineMap.compact(folder, shape.valueBytes());
      case CHRONICLE_MAP -> ChronicleBytes.longs(folder, shape);
      case HASH_MAP -> new HashBytes<>();
      case MAPDB -> new MapDbBytes<>(folder, Serializer.LONG, shape);
      case LMDB -> LmdbBytes.open(folder, KeyBytes::longs, shape, false);
      case ROCKSDB -> RocksBytes.open(folder, KeyBytes::longs, shape, false);
      case MVSTORE -> new MvBytes<>(folder, LongDataType.INSTANCE, shape, false);
      default -> throw new IllegalArgumentException(peer + " has no maps");
    };
  }

  /**
   * Opens a map with texts as keys.
   *
   * @param peer the system
   * @param folder where its files are or come to be
   * @param shape what it holds
   * @return the map
   * @throws IOException if the files cannot be opened
   */
  public static ByteMap<String> texts(Peer peer, Path folder, Shape shape) throws IOException {
    return switch (peer) {
      case VITRINE -> VitrineMap.texts(folder, StoreOptions.defaults());
      case LOGGED -> VitrineMap.texts(folder, StoreOptions.defaults().withLogFromStart());
      case CHRONICLE_MAP -> ChronicleBytes.texts(folder, shape);
      case HASH_MAP -> new HashBytes<>();
      case MAPDB -> new MapDbBytes<>(folder, Serializer.STRING_ASCII, shape);
      case LMDB -> LmdbBytes.open(folder, KeyBytes::texts, shape, false);
      case ROCKSDB -> RocksBytes.open(folder, KeyBytes::texts, shape, false);
      case MVSTORE -> new MvBytes<>(folder, StringDataType.INSTANCE, shape, false);
      default -> throw new IllegalArgumentException(peer + " has no maps");
    };
  }

  /**
   * Opens a map with numbers as keys, whose changes are permanent when the call returns.
   *
   * @param peer the system
   * @param folder where its files are or come to be
   * @param shape what it holds
   * @return the map
   * @throws IOException if the files cannot be opened
   */
  public static ByteMap<Long> durable(Peer peer, Path folder, Shape shape) throws IOException {
    return switch (peer) {
      case VITRINE ->
          VitrineMap.longs(folder, StoreOptions.defaults().withDurability(Durability.SYNC));
      case LMDB -> LmdbBytes.open(folder, KeyBytes::longs, shape, true);
      case ROCKSDB -> RocksBytes.open(folder, KeyBytes::longs, shape, true);
      case MVSTORE -> new MvBytes<>(folder, LongDataType.INSTANCE, shape, true);
      default -> throw new IllegalArgumentException(peer + " promises nothing about power");
    };
  }

  /**
   * Opens a map of numbers in the tightest layout that the system has.
   *
   * @param peer the system
   * @param folder where its files are or come to be
   * @param entries how many entries there are
   * @return the map
   * @throws IOException if the files cannot be opened
   */
  public static LongMap numbers(Peer peer, Path folder, long entries) throws IOException {
    return switch (peer) {
      case VITRINE -> new VitrineLongs(folder, StoreOptions.defaults());
      case LOGGED -> new VitrineLongs(folder, StoreOptions.defaults().withLogFromStart());
      case CHRONICLE_MAP -> ChronicleLongs.open(folder, entries);
      case HASH_MAP -> new HashLongs();
      case MAPDB -> new MapDbLongs(folder, entries);
      case LMDB -> LmdbLongs.open(folder, entries);
      case ROCKSDB -> RocksLongs.open(folder, entries);
      case MVSTORE -> new MvLongs(folder, entries);
      default -> throw new IllegalArgumentException(peer + " has no maps");
    };
  }
}
