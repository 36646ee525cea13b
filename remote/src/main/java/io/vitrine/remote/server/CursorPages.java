package io.vitrine.remote.server;

import io.vitrine.remote.wire.ModelRoom;
import java.util.LinkedHashSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What the iterators of a server share: their numbers, and the room for the last page of each,
 * which is told again where its answer was lost with a connection. Safe for any number of threads.
 *
 * <p>Where there is no more room the oldest pages are forgotten: they are those that most likely
 * have come.
 */
final class CursorPages {
  /** Part of the room for outcomes that pages may take beside it. */
  private static final int ROOM_PART = 4;

  private static final long PAGE_ROOM = 200;

  /* Numbers begin at random, since a client may have some of another server, or of this one before
   * it was started again; they are small enough for JavaScript. */
  private static final long BEGIN_MIN = 1L << 40;
  private static final long BEGIN_MAX = 1L << 52;

  private final long roomMax;
  private final AtomicLong lastCid =
      new AtomicLong(-ThreadLocalRandom.current().nextLong(BEGIN_MIN, BEGIN_MAX));
  private final LinkedHashSet<Page> pages = new LinkedHashSet<>();
  private long room;

  CursorPages(ServerLimits limits) {
    this.roomMax = limits.outcomeBytesMax() / ROOM_PART;
  }

  /** A number for a channel, which none has had. */
  long nextCid() {
    return lastCid.decrementAndGet();
  }

  /**
   * Remembers what was answered to a request for a page.
   *
   * @param answer a value of the data model, or why there is none
   */
  synchronized void remember(Page page, Object answer) {
    page.room = ModelRoom.of(answer instanceof RuntimeException ? null : answer) + PAGE_ROOM;
    page.answer = answer;
    pages.add(page);
    room += page.room;
    while (room > roomMax) {
      drop(pages.removeFirst());
    }
  }

  synchronized void forget(Page page) {
    if (pages.remove(page)) {
      drop(page);
    }
  }

  private void drop(Page page) {
    room -= page.room;
    page.answer = null;
  }

  /** About how many bytes are remembered. */
  synchronized long room() {
    return room;
  }

  /** What was answered to one request, as long as there is room for it. */
  static final class Page {
    private volatile @Nullable Object answer;
    private long room;

    /** The answer, or the exception, null where it is not remembered. */
    @Nullable Object answer() {
      return answer;
    }
  }
}
