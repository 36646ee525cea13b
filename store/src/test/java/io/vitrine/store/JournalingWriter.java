package io.vitrine.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A process that writes until it is killed, and notes in a mapped journal of its own before and
 * after each update what it is doing.
 *
 * <p>Each key of its own has a counter; what the value must be after the n-th update is a function
 * of key and n. Beside these it adds to counters that all writers share.
 */
final class JournalingWriter {
  static final int KEYS = 400;
  static final int SHARED = 16;
  static final String PATH = "/maps/torture";
  static final MapOptions<String, byte[]> OPTIONS =
      MapOptions.of(Codecs.strings(), Codecs.bytes()).withSegments(16);
  static final MapOptions<Long, Long> COUNTERS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(4);
  static final String COUNTERS_PATH = "/maps/counters";

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  private final MemorySegment journal;
  private final int number;

  private JournalingWriter(MemorySegment journal, int number) {
    this.journal = journal;
    this.number = number;
  }

  /**
   * Opens a writer's journal; two words a key, begun and done, then two for the shared counters.
   */
  static JournalingWriter open(Path folder, int number, Arena arena) throws IOException {
    try (var file = new RandomAccessFile(folder.resolve("journal" + number).toFile(), "rw")) {
      long bytes = 16L * (KEYS + 1);
      file.setLength(bytes);
      return new JournalingWriter(
          file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena), number);
    }
  }

  String key(int index) {
    return "writer" + number + "/" + index;
  }

  /** Value after the n-th update of a key, null for none. */
  static byte @Nullable [] value(int index, long n) {
    if (n % 5 == 0) {
      return null;
    }
    var random = new Random(index * 1_000_003L + n);
    byte[] value = new byte[random.nextInt(n % 97 == 0 ? 50_000 : 400)];
    random.nextBytes(value);
    return value;
  }

  long begun(int index) {
    return journal.get(LONG, 16L * index);
  }

  long done(int index) {
    return journal.get(LONG, 16L * index + 8);
  }

  private void begin(int index, long n) {
    journal.set(LONG, 16L * index, n);
  }

  private void done(int index, long n) {
    journal.set(LONG, 16L * index + 8, n);
  }

  private void run(Store store, Random random) {
    StoreMap<String, byte[]> map = store.map(PATH, OPTIONS);
    StoreMap<Long, Long> counters = store.map(COUNTERS_PATH, COUNTERS);
    for (int index = 0; index < KEYS; index++) {
      settle(map, index);
      update(map, index);
    }
    begin(KEYS, done(KEYS));
    System.out.println("ready");
    while (true) {
      update(map, random.nextInt(KEYS));
      long n = done(KEYS) + 1;
      begin(KEYS, n);
      counters.asyncUpdate((long) random.nextInt(SHARED), v -> v == null ? 1 : v + 1);
      done(KEYS, n);
    }
  }

  /** Notes whether the update that was under way when the one before was killed took place. */
  private void settle(StoreMap<String, byte[]> map, int index) {
    if (begun(index) != done(index)) {
      if (java.util.Arrays.equals(map.get(key(index)), value(index, begun(index)))) {
        done(index, begun(index));
      } else {
        begin(index, done(index));
      }
    }
  }

  private void update(StoreMap<String, byte[]> map, int index) {
    long n = done(index) + 1;
    begin(index, n);
    byte[] value = value(index, n);
    if (value == null) {
      map.remove(key(index));
    } else {
      map.put(key(index), value);
    }
    done(index, n);
  }

  /** Arguments: folder of the store, folder of the journals, number of the writer, seed. */
  public static void main(String[] arguments) throws IOException {
    ChildJvm.endWithParent();
    JournalingWriter writer =
        open(Path.of(arguments[1]), Integer.parseInt(arguments[2]), Arena.global());
    writer.run(Stores.open(Path.of(arguments[0])), new Random(Long.parseLong(arguments[3])));
  }
}
