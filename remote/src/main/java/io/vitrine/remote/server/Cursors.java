package io.vitrine.remote.server;

import io.vitrine.store.TypedValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The open iterators of a connection, bounded in number and time. For the thread of the connection.
 * Their channels have negative numbers, so they never meet those that a client chooses.
 */
final class Cursors {
  private final ServerLimits limits;
  private final LinkedHashMap<Long, Cursor> open = new LinkedHashMap<>(16, 0.75f, true);
  private long lastCid;

  Cursors(ServerLimits limits) {
    this.limits = limits;
  }

  /** Opens a channel, unless the first page holds all there is. */
  Object open(Cursor cursor, long count) {
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
    open.put(--lastCid, cursor);
    while (open.size() > limits.cursorsMax()) {
      open.pollFirstEntry();
    }
    answer.putFirst("cid", lastCid);
    return new TypedValue("cursor", answer);
  }

  /** The collection of a cursor, null where there is no such cursor. */
  @Nullable String path(long cid) {
    Cursor cursor = open.get(cid);
    return cursor == null ? null : cursor.path();
  }

  /** Answers an event of a cursor's channel, null where there is no such cursor. */
  @Nullable Object handle(long cid, Request request) {
    expire();
    Cursor cursor = open.get(cid);
    if (cursor == null) {
      return null;
    }
    return switch (request.event()) {
      case "next" -> next(cid, cursor, request);
      case "cancel" -> {
        Arguments.none("cancel", request.argument());
        open.remove(cid);
        yield Map.of();
      }
      default -> throw request.unknown("a cursor");
    };
  }

  private Object next(long cid, Cursor cursor, Request request) {
    long count = Arguments.integer("next", "argument", request.argument());
    if (count < 1) {
      throw Arguments.bad("next", "argument is " + count + ", expected at least 1");
    }
    var answer = new LinkedHashMap<String, @Nullable Object>();
    answer.put("elements", cursor.next(count));
    boolean end = cursor.isAtEnd();
    answer.put("end", end);
    if (end) {
      open.remove(cid);
    }
    return answer;
  }

  private void expire() {
    long now = System.nanoTime();
    long idleMax = TimeUnit.MILLISECONDS.toNanos(limits.cursorMillis());
    open.values().removeIf(cursor -> cursor.idleNanos(now) > idleMax);
  }
}
