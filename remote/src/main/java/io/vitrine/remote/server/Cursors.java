package io.vitrine.remote.server;

import io.vitrine.store.TypedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The open iterators of a session, or of a connection that has none, bounded in number and time.
 * Requests come from one connection at a time; any thread may close what nobody uses.
 *
 * <p>Their channels have negative numbers, so they never meet those that a client chooses. No
 * number is given twice, so one of another connection is found in its session or not at all.
 *
 * <p>A request that comes again over a later connection of the session is answered again: what its
 * page held is behind the iterator by then. Nothing else can be asked again but the last page.
 */
final class Cursors {
  private final ServerLimits limits;
  private final CursorPages pages;

  /** Whether a later connection may go on with them. */
  private final boolean lasting;

  private final LinkedHashMap<Long, Cursor> open = new LinkedHashMap<>(16, 0.75f, true);

  Cursors(ServerLimits limits, CursorPages pages, boolean lasting) {
    this.limits = limits;
    this.pages = pages;
    this.lasting = lasting;
  }

  /** Opens a channel, unless the first page holds all there is. */
  synchronized Object open(Cursor cursor, long count) {
    expire();
    var answer = new LinkedHashMap<String, @Nullable Object>();
    if (count > 0) {
      answer.put("elements", cursor.next(count));
      boolean end = cursor.isAtEnd();
      answer.put("end", end);
      if (end) {
        return new TypedValue("cursor", answer);
      }
    }
    long cid = pages.nextCid();
    open.put(cid, cursor);
    bound();
    answer.putFirst("cid", cid);
    return new TypedValue("cursor", answer);
  }

  /** Takes over those of a connection that has found its session. */
  synchronized void adopt(Cursors others) {
    synchronized (others) {
      open.putAll(others.open);
      others.open.clear();
    }
    bound();
  }

  /** The collection of a cursor, null where there is no such cursor. */
  synchronized @Nullable String path(long cid) {
    Cursor cursor = open.get(cid);
    return cursor == null ? null : cursor.path();
  }

  /** Answers an event of a cursor's channel, null where there is no such cursor. */
  synchronized @Nullable Object handle(long cid, Request request) {
    expire();
    Cursor cursor = open.get(cid);
    if (cursor == null) {
      return null;
    }
    return switch (request.event()) {
      case "next" -> next(cid, cursor, request);
      case "cancel" -> {
        Arguments.none("cancel", request.argument());
        close(cid);
        yield Map.of();
      }
      default -> throw request.unknown("a cursor");
    };
  }

  private @Nullable Object next(long cid, Cursor cursor, Request request) {
    long count = Arguments.integer("next", "argument", request.argument());
    if (count < 1) {
      throw Arguments.bad("next", "argument is " + count + ", expected at least 1");
    }
    Long tid = request.tid();
    long connection = request.connection().number();
    Cursor.Last last = cursor.last();
    Long before = last == null || last.connection() == connection ? null : last.tid();
    if (last != null && tid != null && before != null && tid <= before) {
      return again(cid, cursor, last, new Cursor.Last(tid, connection, last.page()));
    }
    return cursor.isEnded() ? null : page(cid, cursor, count, tid, connection);
  }

  /** Tells the last page again; one before it is gone, and no other must come in its place. */
  private @Nullable Object again(long cid, Cursor cursor, Cursor.Last last, Cursor.Last now) {
    Object answer = last.page().answer();
    if (answer == null || !Objects.equals(last.tid(), now.tid())) {
      close(cid);
      return null;
    }
    cursor.answering(now);
    if (answer instanceof RuntimeException failure) {
      throw failure;
    }
    return answer;
  }

  private Object page(long cid, Cursor cursor, long count, @Nullable Long tid, long connection) {
    var page = new CursorPages.Page();
    // First of all: whatever happens now, what comes under another tid is behind it.
    Cursor.Last before = cursor.last();
    cursor.answering(new Cursor.Last(tid, connection, page));
    if (before != null) {
      pages.forget(before.page());
    }
    boolean remembers = lasting && tid != null;
    var answer = new LinkedHashMap<String, @Nullable Object>();
    try {
      answer.put("elements", cursor.next(count));
    } catch (RuntimeException e) {
      if (remembers) {
        pages.remember(page, e);
      }
      throw e;
    }
    boolean end = cursor.isAtEnd();
    answer.put("end", end);
    if (remembers) {
      pages.remember(page, answer);
    }
    if (end) {
      cursor.end();
      if (!remembers) {
        close(cid);
      }
    }
    return answer;
  }

  private void close(long cid) {
    Cursor cursor = open.remove(cid);
    Cursor.Last last = cursor == null ? null : cursor.last();
    if (last != null) {
      pages.forget(last.page());
    }
  }

  /** Closes those used longest ago; first of those that have nothing but their last page. */
  private void bound() {
    while (open.size() > limits.cursorsMax()) {
      close(
          open.entrySet().stream()
              .filter(each -> each.getValue().isEnded())
              .findFirst()
              .orElseGet(open::firstEntry)
              .getKey());
    }
  }

  /** Closes those that were not used for too long. */
  synchronized void expire() {
    long now = System.nanoTime();
    long idleMax = TimeUnit.MILLISECONDS.toNanos(limits.cursorMillis());
    var late = new ArrayList<Long>();
    open.forEach((cid, cursor) -> {
      if (cursor.idleNanos(now) > idleMax) {
        late.add(cid);
      }
    });
    late.forEach(this::close);
  }

  /** How many there are. */
  synchronized int size() {
    return open.size();
  }

  synchronized void closeAll() {
    new ArrayList<>(open.keySet()).forEach(this::close);
  }
}
