package io.vitrine.store;

import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A process that changes entries of its own until it is killed, and notes what it does. */
final class UnloggedWriter {
  static final int KEYS = 40;
  private static final int NOTE_BYTES = 16;

  private UnloggedWriter() {}

  static MapOptions<Long, byte[]> blocks() {
    return MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(2);
  }

  static MapOptions<Long, Long> numbers() {
    return MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(2).compact();
  }

  /** What the number-th change sets; null where it removes. */
  static byte @org.jspecify.annotations.Nullable [] value(long number) {
    if (number == 0 || number % 5 == 4) {
      return null;
    }
    var value = new byte[8 + (int) (number * 37 % 900)];
    java.util.Arrays.fill(value, (byte) number);
    value[0] = (byte) (number >> 8);
    return value;
  }

  static long keyOf(int writer, int key) {
    return 10_000L * writer + key;
  }

  /** Where a writer notes for each key what it is about to do, and what it has done. */
  static MappedByteBuffer notes(Path file) throws java.io.IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer notes =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) NOTE_BYTES * KEYS);
      notes.order(ByteOrder.LITTLE_ENDIAN);
      return notes;
    }
  }

  static long begun(MappedByteBuffer notes, int key) {
    return notes.getLong(NOTE_BYTES * key);
  }

  static long done(MappedByteBuffer notes, int key) {
    return notes.getLong(NOTE_BYTES * key + 8);
  }

  /** Arguments: folder of the store, file for the notes, number of the writer, first change. */
  public static void main(String[] arguments) throws Exception {
    ChildJvm.endWithParent();
    MappedByteBuffer notes = notes(Path.of(arguments[1]));
    int writer = Integer.parseInt(arguments[2]);
    try (Store store = Stores.open(Path.of(arguments[0]))) {
      StoreMap<Long, byte[]> blocks = store.map("/maps/blocks", blocks());
      StoreMap<Long, Long> numbers = store.map("/maps/numbers", numbers());
      System.out.println("writes");
      for (long number = Long.parseLong(arguments[3]); ; number++) {
        int key = (int) (number * 7 % KEYS);
        notes.putLong(NOTE_BYTES * key, number);
        change(blocks, numbers, keyOf(writer, key), number);
        notes.putLong(NOTE_BYTES * key + 8, number);
      }
    }
  }

  private static void change(
      StoreMap<Long, byte[]> blocks, StoreMap<Long, Long> numbers, long key, long number) {
    byte[] value = value(number);
    if (value == null) {
      blocks.remove(key);
      numbers.remove(key);
    } else if (number % 3 == 0) {
      blocks.put(key, value);
      numbers.putAll(
          LongStream.range(0, 30)
              .boxed()
              .collect(Collectors.toMap(i -> key + 50 * i, _ -> number)));
    } else {
      blocks.put(key, value);
      numbers.put(key, number);
    }
  }
}
