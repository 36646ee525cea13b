package io.vitrine.bench.peer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Stream;

/** Puts the entries into a map that the measurements expect there. Stateless, for any thread. */
public final class Fill {
  private Fill() {}

  /**
   * The value of an entry before any update.
   *
   * @param index number of the entry
   * @param bytes size of the value
   * @return the value
   */
  public static byte[] value(long index, int bytes) {
    byte[] value = new byte[bytes];
    stamp(value, index);
    return value;
  }

  /**
   * Writes a number to the beginning of a value.
   *
   * @param value the value
   * @param number the number
   */
  public static void stamp(byte[] value, long number) {
    ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).putLong(0, number);
  }

  /**
   * Fills a map; the keys have no order.
   *
   * @param map the map
   * @param key makes the key of an index
   * @param shape how many entries of what size
   * @param <K> type of the keys
   */
  public static <K> void all(ByteMap<K> map, LongFunction<K> key, Shape shape) {
    byte[] value = new byte[shape.valueBytes()];
    for (long i = 0; i < shape.entries(); i++) {
      stamp(value, i);
      map.put(key.apply(i), value);
    }
  }

  /**
   * Fills a map of numbers; the keys have no order.
   *
   * @param map the map
   * @param entries how many
   */
  public static void all(LongMap map, long entries) {
    for (long i = 0; i < entries; i++) {
      map.put(KeyKind.number(i), i);
    }
  }

  /**
   * Makes the map of a shape with all its entries and closes it.
   *
   * @param peer the system
   * @param folder where its files come to be
   * @param shape what it holds
   * @param compact whether it is a map of numbers
   * @throws IOException if the files cannot be written
   */
  public static void prepare(Peer peer, Path folder, Shape shape, boolean compact)
      throws IOException {
    if (compact) {
      try (LongMap map = Maps.numbers(peer, folder, shape.entries())) {
        all(map, shape.entries());
        map.compact();
      }
    } else if (shape.key() == KeyKind.LONG) {
      try (ByteMap<Long> map = Maps.longs(peer, folder, shape)) {
        all(map, KeyKind::number, shape);
        map.compact();
      }
    } else {
      try (ByteMap<String> map = Maps.texts(peer, folder, shape)) {
        all(map, KeyKind::text, shape);
        map.compact();
      }
    }
    force(folder);
  }

  /** Lets the disk write what it has to, so that it does not while something is measured. */
  private static void force(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> found = Files.walk(folder)) {
      files = found.filter(Files::isRegularFile).toList();
    }
    for (Path file : files) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.force(true);
      }
    }
  }
}
