package io.vitrine.bench.hash;

import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** Random keys of one length in every form. Immutable, for any thread. */
final class HashKeys {
  /** How many there are of each, so few that they stay in the cache. */
  static final int COUNT = 64;

  /**
   * Of what draws the keys, and no secret of a hash: so every process and every release measures
   * the same keys. Keyed hashes draw their own, see HashStrategies.
   */
  private static final long SEED = 31;

  private static final int STEP = 64;
  private static final int BEYOND_ASCII = 0x80;
  private static final char BEYOND_LATIN1 = '\u20AC';

  final int length;
  final long[] numbers = new long[COUNT];
  final byte[][] bytes = new byte[COUNT][];

  /** Keys one after the other, {@link #inRow} tells where; longer ones reach into the next. */
  final byte[] row;

  final char[][] chars = new char[COUNT][];
  final String[] texts = new String[COUNT];
  final String[] latin1Texts = new String[COUNT];
  final String[] wideTexts = new String[COUNT];

  /** Keys one after the other, in memory of the kind that the form says. */
  final MemorySegment segment;

  HashKeys(HashForm form, int length) throws IOException {
    this.length = length;
    this.row = new byte[COUNT * STEP + length];
    this.segment = memory(form, COUNT * length);
    var random = new Random(SEED);
    for (int i = 0; i < COUNT; i++) {
      numbers[i] = random.nextLong();
      var text = new StringBuilder();
      for (int j = 0; j < length; j++) {
        text.append((char) (32 + random.nextInt(95)));
      }
      texts[i] = text.toString();
      bytes[i] = texts[i].getBytes(StandardCharsets.US_ASCII);
      for (int j = 0; j < length; j += 4) {
        text.setCharAt(j, (char) (BEYOND_ASCII + random.nextInt(BEYOND_ASCII)));
      }
      latin1Texts[i] = text.toString();
      for (int j = 0; j < length; j += 4) {
        text.setCharAt(j, BEYOND_LATIN1);
      }
      wideTexts[i] = text.toString();
      chars[i] = wideTexts[i].toCharArray();
      MemorySegment.copy(bytes[i], 0, segment, ValueLayout.JAVA_BYTE, (long) i * length, length);
    }
    for (int i = 0; i < row.length; i++) {
      row[i] = (byte) (32 + random.nextInt(95));
    }
  }

  private static MemorySegment memory(HashForm form, int size) throws IOException {
    return switch (form) {
      case SEGMENT_HEAP -> MemorySegment.ofArray(new byte[size]);
      case SEGMENT_MAPPED -> mapped(size);
      default -> Arena.ofAuto().allocate(size, 8);
    };
  }

  /** A file that has no name any more: it stays for as long as it is mapped. */
  private static MemorySegment mapped(int size) throws IOException {
    Path file = Files.createTempFile("vitrine-hash", ".keys");
    try (FileChannel channel = FileChannel.open(file, READ, WRITE, DELETE_ON_CLOSE)) {
      return channel.map(MapMode.READ_WRITE, 0, size, Arena.ofAuto());
    }
  }

  /** Where a key, 0 to {@link #COUNT} - 1, begins in the row. */
  int inRow(int key) {
    return key * STEP;
  }
}
