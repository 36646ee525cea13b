package io.vitrine.remote.server;

import io.vitrine.remote.wire.ModelRoom;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An iterator that a client fetches page by page. For the thread of its connection. */
final class Cursor {
  /** A page ends when it takes this room, so that it always fits a frame. */
  private static final long PAGE_BYTES = 1 << 20;

  private final ServedMap served;
  private final Iterator<?> iterator;
  private long usedNanos = System.nanoTime();

  Cursor(ServedMap served, Iterator<?> iterator) {
    this.served = served;
    this.iterator = iterator;
  }

  /** The next elements, fewer than asked for if they are large. */
  List<@Nullable Object> next(long count) {
    usedNanos = System.nanoTime();
    var page = new ArrayList<@Nullable Object>();
    long room = 0;
    while (page.size() < count && room < PAGE_BYTES && iterator.hasNext()) {
      Object model = ViewEvents.toModel(served, iterator.next());
      room += ModelRoom.of(model);
      page.add(model);
    }
    return page;
  }

  boolean isAtEnd() {
    return !iterator.hasNext();
  }

  long idleNanos(long now) {
    return now - usedNanos;
  }
}
