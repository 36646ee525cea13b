package io.vitrine.bench.hash;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Random keys of one length in every form. Immutable, for any thread. */
final class HashKeys {
  /** How many there are of each, so few that they stay in the cache. */
  static final int COUNT = 64;

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
  final MemorySegment segment;

  HashKeys(int length) {
    this.length = length;
    this.row = new byte[COUNT * STEP + length];
    this.segment = Arena.ofAuto().allocate((long) COUNT * length, 8);
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

  /** Where a key, 0 to {@link #COUNT} - 1, begins in the row. */
  int inRow(int key) {
    return key * STEP;
  }
}
