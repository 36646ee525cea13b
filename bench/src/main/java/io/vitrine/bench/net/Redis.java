package io.vitrine.bench.net;

import redis.clients.jedis.Jedis;

/** What a server of Redis needs before it is measured. Stateless. */
public final class Redis {
  private Redis() {}

  /**
   * Puts in what lookups find.
   *
   * @param port of a server that is empty
   */
  public static void fill(int port) {
    try (var jedis = new Jedis("127.0.0.1", port)) {
      String value = "v".repeat(Line.VALUE_CHARS);
      for (int i = 0; i < Line.KEYS; i++) {
        jedis.set(Line.key(i), value);
      }
    }
  }
}
