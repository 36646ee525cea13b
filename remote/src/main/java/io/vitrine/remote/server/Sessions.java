package io.vitrine.remote.server;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** The sessions of a server. Safe for any number of threads. */
final class Sessions {
  /** How much is forgotten at once, of what may be remembered: so it need not be done often. */
  private static final int ROOM_PART = 8;

  private static final long EXPIRY_NANOS = 1_000_000_000;

  /** How many iterators wait for clients whose connections were lost. */
  private static final int CURSORS_LEFT_MAX = 1_000;

  private final ServerLimits limits;
  private final SecureRandom random = new SecureRandom();
  private final ConcurrentHashMap<String, Session> byId = new ConcurrentHashMap<>();

  /** About how many bytes the outcomes of all sessions take. */
  private final AtomicLong room = new AtomicLong();

  /** When it is looked for those that nobody has had for too long, the next time. */
  private final AtomicLong nextExpiry = new AtomicLong(System.nanoTime());

  private final CursorPages pages;

  /** Those that nobody has and whose iterators wait, the one left longest ago first. */
  private final LinkedHashSet<Session> left = new LinkedHashSet<>();

  Sessions(ServerLimits limits) {
    this.limits = limits;
    this.pages = new CursorPages(limits);
  }

  /** A session of an id that nobody knows. */
  Session fresh() {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    return find(HexFormat.of().formatHex(bytes));
  }

  /** The session of an id, made where there is none. */
  Session find(String id) {
    expire();
    expireLeft();
    var fresh = new Session(id, limits.outcomesMax(), this::grown, cursors(true));
    Session known = byId.putIfAbsent(id, fresh);
    while (known != null && known.hasEnded()) { // and is about to be taken out
      byId.remove(id, known);
      known = byId.putIfAbsent(id, fresh);
    }
    return known == null ? fresh : known;
  }

  /**
   * Makes room for iterators.
   *
   * @param lasting whether they are a session's, so that a later connection may go on with them
   */
  Cursors cursors(boolean lasting) {
    return new Cursors(limits, pages, lasting);
  }

  /** A connection has a session no more; its iterators wait for the next one. */
  void detach(Session session, Connection connection) {
    session.detach(connection);
    if (session.cursors().size() > 0) {
      synchronized (left) {
        left.remove(session);
        left.add(session);
      }
    }
    expireLeft();
  }

  /** Closes iterators that wait for too long, and the oldest where too many do. */
  private void expireLeft() {
    synchronized (left) {
      left.removeIf(session -> {
        if (session.owner() != null) {
          return true;
        }
        session.cursors().expire();
        return session.cursors().size() == 0;
      });
      int all = left.stream().mapToInt(session -> session.cursors().size()).sum();
      while (all > CURSORS_LEFT_MAX) {
        Cursors oldest = left.removeFirst().cursors();
        all -= oldest.size();
        oldest.closeAll();
      }
    }
  }

  /** How many iterators wait for the clients of sessions that nobody has. */
  int cursorsLeft() {
    synchronized (left) {
      return left.stream().mapToInt(session -> session.cursors().size()).sum();
    }
  }

  void end(Session session) {
    if (byId.remove(session.id(), session)) {
      session.end();
    }
  }

  /** About how many bytes the outcomes of all sessions take. */
  long room() {
    return room.get();
  }

  private void grown(long bytes) {
    if (room.addAndGet(bytes) > limits.outcomeBytesMax() && bytes > 0) {
      forgetSome();
    }
  }

  /**
   * Forgets outcomes until there is some room again: first of the sessions that nobody has had for
   * longest, then of those that have the most.
   */
  private synchronized void forgetSome() {
    long goal = limits.outcomeBytesMax() - limits.outcomeBytesMax() / ROOM_PART;
    long now = System.nanoTime();
    List<Aged> eldest = new ArrayList<>();
    byId.values().forEach(s -> eldest.add(new Aged(s, s.idleNanos(now), s.room())));
    eldest.sort(Comparator.comparingLong(Aged::idle).thenComparingLong(Aged::room).reversed());
    for (Aged aged : eldest) {
      if (room.get() <= goal) {
        return;
      }
      if (aged.room > 0) {
        aged.session.giveWay();
      }
    }
  }

  private record Aged(Session session, long idle, long room) {}

  private void expire() {
    long now = System.nanoTime();
    long next = nextExpiry.get();
    boolean areTooMany = byId.size() > 2L * limits.connectionsMax(); // more than can be connected
    if (!areTooMany && now - next < 0) {
      return; // who makes many sessions does not make everybody look at all of them
    }
    nextExpiry.set(now + EXPIRY_NANOS);
    endIdle(TimeUnit.MILLISECONDS.toNanos(limits.sessionMillis()), false);
    if (areTooMany) {
      endIdle(
          0, true); // those that nobody has are forgotten early, of which nobody misses anything
      if (byId.size() > 2L * limits.connectionsMax()) {
        endIdle(0, false);
      }
    }
  }

  private void endIdle(long nanosMax, boolean onlyEmpty) {
    for (Session session : byId.values()) {
      if (session.endIfIdle(nanosMax, onlyEmpty)) {
        byId.remove(session.id(), session);
      }
    }
  }
}
