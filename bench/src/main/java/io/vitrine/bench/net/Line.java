package io.vitrine.bench.net;

import java.io.IOException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** A connection of one system to its server. Calls may come from any thread. */
interface Line extends AutoCloseable {
  /** Keys that lookups are made of. */
  int KEYS = 1_000;

  /** How long the value of each is, in characters that take a byte each. */
  int VALUE_CHARS = 64;

  /** The key of a number. */
  static String key(int number) {
    return "key-" + (10_000 + number);
  }

  /** Looks up and waits. */
  @Nullable Object get(int number) throws Exception;

  /**
   * Looks up and does not wait.
   *
   * @throws UnsupportedOperationException if the system cannot
   */
  CompletionStage<?> getAsync(int number);

  @Override
  void close() throws IOException;
}
