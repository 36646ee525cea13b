package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import net.openhft.hashing.LongHashFunction;
import org.junit.jupiter.api.Test;

/** Blocks of long input are summed up in arrays that threads share, or one by one. */
class Xxh3SumsTest {
  private static final int THREADS = 24; // more than there are arrays
  private static final int ROUNDS = 2_000;

  private final LongHashFunction reference = LongHashFunction.xx3();
  private final byte[] bytes = new byte[9_000];

  Xxh3SumsTest() {
    new Random(5).nextBytes(bytes);
  }

  @Test
  void shouldGiveTheSameWhereTheArrayIsLent() {
    long[] lent = Xxh3Sums.take();
    assertNotNull(lent);
    assertNull(Xxh3Sums.take(), "nobody gets it twice");
    for (int length = 600; length < 8_000; length += 13) {
      int start = length % 64;
      assertEquals(
          reference.hashBytes(bytes, start, length),
          HashStrategies.xxh3().hash(bytes, start, length),
          "length " + length);
    }
    Xxh3Sums.giveBack(lent);
  }

  @Test
  void shouldKeepTheArrayWhereTheRangeIsWrong() {
    for (int length : new int[] {700, 1_024, 2_000}) {
      assertThrows(
          IndexOutOfBoundsException.class,
          () -> HashStrategies.xxh3().hash(bytes, bytes.length - length + 1, length));
    }
    long[] kept = Xxh3Sums.take();
    assertNotNull(kept);
    Xxh3Sums.giveBack(kept);
  }

  @Test
  void shouldHashInManyThreadsAtOnce() throws Exception {
    long[] expected =
        IntStream.range(0, ROUNDS)
            .mapToLong(i -> reference.hashBytes(bytes, i % 100, 600 + i))
            .toArray();
    Callable<Integer> hashes =
        () -> {
          for (int i = 0; i < ROUNDS; i++) {
            assertEquals(
                expected[i], HashStrategies.xxh3().hash(bytes, i % 100, 600 + i), "round " + i);
          }
          return ROUNDS;
        };
    try (var threads = Executors.newFixedThreadPool(THREADS)) {
      for (Future<Integer> done :
          threads.invokeAll(IntStream.range(0, THREADS).mapToObj(_ -> hashes).toList())) {
        assertEquals(ROUNDS, done.get());
      }
    }
  }
}
