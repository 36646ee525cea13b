package io.vitrine.remote.server;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The sessions of a server. Safe for any number of threads. */
final class Sessions {
  private final ServerLimits limits;
  private final SecureRandom random = new SecureRandom();
  private final ConcurrentHashMap<String, Session> byId = new ConcurrentHashMap<>();

  Sessions(ServerLimits limits) {
    this.limits = limits;
  }

  /** A session, and whether it was known before. */
  record Found(Session session, boolean resumed) {}

  Found fresh() {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    return find(HexFormat.of().formatHex(bytes));
  }

  Found find(String id) {
    expire();
    var fresh = new Session(id, limits.outcomesMax());
    Session known = byId.putIfAbsent(id, fresh);
    return known == null ? new Found(fresh, false) : new Found(known, true);
  }

  void end(Session session) {
    byId.remove(session.id(), session);
  }

  private void expire() {
    long now = System.nanoTime();
    long idleMax = TimeUnit.MILLISECONDS.toNanos(limits.sessionMillis());
    byId.values().removeIf(session -> session.idleNanos(now) > idleMax);
    if (byId.size() > 2L * limits.connectionsMax()) {
      // More than can be connected: those that nobody has are forgotten early.
      byId.values().removeIf(session -> session.idleNanos(now) > 0);
    }
  }
}
