package io.vitrine.bench.peer;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import org.jspecify.annotations.Nullable;

/**
 * A Chronicle Map in a file, with the number of entries and the sizes told exactly, and told not to
 * hand out the values before. For any number of threads.
 */
final class ChronicleBytes<K> implements ByteMap<K> {
  private final ChronicleMap<K, byte[]> map;

  private ChronicleBytes(ChronicleMap<K, byte[]> map) {
    this.map = map;
  }

  static ByteMap<Long> longs(Path folder, Shape shape) throws IOException {
    return new ChronicleBytes<>(
        open(ChronicleMapBuilder.of(Long.class, byte[].class), folder, shape));
  }

  static ByteMap<String> texts(Path folder, Shape shape) throws IOException {
    var builder = ChronicleMapBuilder.of(String.class, byte[].class);
    builder.constantKeySizeBySample(KeyKind.text(0));
    return new ChronicleBytes<>(open(builder, folder, shape));
  }

  private static <K> ChronicleMap<K, byte[]> open(
      ChronicleMapBuilder<K, byte[]> builder, Path folder, Shape shape) throws IOException {
    builder.name("bench").entries(shape.entries()).putReturnsNull(true).removeReturnsNull(true);
    if (shape.varied()) {
      // The number of entries is exact here too, but chunks of another size do not fill every gap
      // that a removed entry leaves: with the factor of 1 it has by itself some put would fail.
      builder.averageValueSize(shape.valueBytes()).maxBloatFactor(2);
    } else {
      builder.constantValueSizeBySample(new byte[shape.valueBytes()]);
    }
    return builder.createPersistedTo(file(folder));
  }

  static File file(Path folder) {
    return folder.resolve("map.dat").toFile();
  }

  @Override
  public byte @Nullable [] get(K key) {
    return map.get(key);
  }

  @Override
  public byte @Nullable [] getUsing(K key, byte[] using) {
    return map.getUsing(key, using);
  }

  @Override
  public void put(K key, byte[] value) {
    map.put(key, value);
  }

  @Override
  public void remove(K key) {
    map.remove(key);
  }

  @Override
  public void close() {
    map.close();
  }
}
