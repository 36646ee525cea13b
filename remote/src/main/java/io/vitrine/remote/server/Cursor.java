package io.vitrine.remote.server;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An iterator that a client fetches page by page. Guarded by its {@link Cursors}. */
final class Cursor {
  /** A page ends when it takes this room or, where that is less, all of a frame. */
  private static final long PAGE_BYTES = 1 << 20;

  private final Served served;
  private final Iterator<?> iterator;

  /** Read and not yet told: what was too much for its page, or why it cannot travel. */
  private @Nullable Ready ready;

  private @Nullable RuntimeException failure;
  private long usedNanos = System.nanoTime();

  /** The request that was answered last, null for none. */
  private @Nullable Last last;

  /** Whether the client was told of the end; what is left is its last page. */
  private boolean ended;

  Cursor(Served served, Iterator<?> iterator) {
    this.served = served;
    this.iterator = iterator;
  }

  /**
   * The next elements, fewer than asked for if they are large. Before an element that cannot travel
   * the page ends; the next call says why, and the one after it goes on behind.
   */
  List<@Nullable Object> next(long count) {
    usedNanos = System.nanoTime();
    var page = new ArrayList<@Nullable Object>();
    long room = 0;
    long roomMax = Math.min(PAGE_BYTES, served.fit().answerBytesMax());
    RuntimeException reason = failure;
    failure = null;
    if (reason != null) {
      throw reason;
    }
    while (page.size() < count && read()) {
      Ready next = Objects.requireNonNull(ready);
      if (!page.isEmpty() && room + next.room() > roomMax) {
        break;
      }
      room += next.room();
      page.add(next.model());
      ready = null;
    }
    if (page.isEmpty() && failure instanceof IllegalStateException end) {
      failure = null;
      throw end; // the collection is no more, so nothing is behind it
    }
    return page;
  }

  /** Reads an element unless there is one; says whether there is one that can travel. */
  private boolean read() {
    if (ready != null) {
      return true;
    }
    try {
      if (!iterator.hasNext()) {
        return false;
      }
      Object element = iterator.next();
      boolean isEntry = element instanceof Map.Entry<?, ?>;
      Object key = isEntry ? served.toModel(((Map.Entry<?, ?>) element).getKey()) : null;
      Object value = served.toModel(isEntry ? ((Map.Entry<?, ?>) element).getValue() : element);
      long room = served.fit().element(key, value);
      ready = new Ready(isEntry ? ViewEvents.entry(key, value) : value, room);
      return true;
    } catch (RuntimeException e) {
      failure = e; // what was read before it is told first
      return false;
    }
  }

  boolean isAtEnd() {
    if (ready != null || failure != null) {
      return false;
    }
    try {
      return !iterator.hasNext();
    } catch (RuntimeException e) {
      failure = e;
      return false;
    }
  }

  @Nullable Last last() {
    return last;
  }

  /** Takes note of the request that is answered now, in place of the one before. */
  void answering(Last now) {
    last = now;
    usedNanos = System.nanoTime();
  }

  void end() {
    ended = true;
  }

  boolean isEnded() {
    return ended;
  }

  String path() {
    return served.path();
  }

  long idleNanos(long now) {
    return now - usedNanos;
  }

  /**
   * A request for a page.
   *
   * @param tid of the request, null for none
   * @param connection number of the connection that it came over
   * @param page what was answered
   */
  record Last(@Nullable Long tid, long connection, CursorPages.Page page) {}

  private record Ready(@Nullable Object model, long room) {}
}
