package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who makes the next file of the log rests while it is ahead of those who write. */
@Timeout(180)
class LogAheadTest {
  private static final int PIECES = 16;

  private final AtomicInteger rests = new AtomicInteger();

  private static void pieces() {
    for (int i = 0; i < PIECES; i++) {
      LogAhead.did(LogAhead.PIECE_BYTES);
    }
  }

  private int restsWhereDue(long pieces) throws InterruptedException {
    var ahead = new LogAhead(true, rests::incrementAndGet);
    var ended = new CountDownLatch(1);
    ahead.run(
        () -> {
          pieces();
          ended.countDown();
        },
        () -> pieces * LogAhead.PIECE_BYTES);
    assertTrue(ended.await(60, TimeUnit.SECONDS), "the work does not end");
    return rests.getAndSet(0);
  }

  @Test
  void itRestsAfterEachPieceBeyondWhatIsDue() throws Exception {
    assertEquals(PIECES, restsWhereDue(0));
    assertEquals(PIECES - 5, restsWhereDue(5));
    assertEquals(0, restsWhereDue(PIECES));
  }

  @Test
  void whoWaitsForItHasItHurry() throws Exception {
    var resting = new CountDownLatch(1);
    var ahead =
        new LogAhead(
            true,
            () -> {
              rests.incrementAndGet();
              resting.countDown();
              LockSupport.park();
            });
    ahead.run(LogAheadTest::pieces, () -> 0);
    assertTrue(resting.await(60, TimeUnit.SECONDS));
    ahead.await(() -> true);
    assertEquals(1, rests.get());
  }

  @Test
  void othersDoNotRest() {
    new LogAhead(false, rests::incrementAndGet).run(LogAheadTest::pieces, () -> 0);
    assertEquals(0, rests.get());
  }
}
