package io.vitrine.remote.server;

import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.TextRoom;
import io.vitrine.remote.wire.WireException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What fits into a frame, so that what a client writes can be read by all. Immutable, safe for any
 * number of threads.
 *
 * @param limits what a message may be
 */
record Fit(FrameLimits limits) {
  /** An entry of a page is three levels down, and there is one to spare. */
  private static final int LEVELS_AROUND = 4;

  /** More than meta-data and names of an answer take. */
  private static final int SLACK_BYTES = 1 << 10;

  private static final int KEY_CHARS_SHOWN = 80;

  /** How many bytes the content of an answer may take. */
  long answerBytesMax() {
    return (long) limits.frameBytesMax() - slack();
  }

  /** How many bytes an entry that is written may take; an event may carry two values. */
  long entryBytesMax() {
    return limits.frameBytesMax() / 2L - slack();
  }

  private int slack() {
    return Math.min(SLACK_BYTES, limits.frameBytesMax() / 8);
  }

  /** Refuses an entry that readers could not be told of. */
  void checkWritten(@Nullable Object key, @Nullable Object value) {
    check(key, value, entryBytesMax());
  }

  /**
   * Measures an element of an answer.
   *
   * @param key key of the entry in the data model, null where it has no part in it
   * @param value its value in the data model, null where it has no part in it
   * @return bytes that it takes, at the most
   * @throws RequestException if it cannot travel at all
   */
  long element(@Nullable Object key, @Nullable Object value) {
    return check(key, value, answerBytesMax());
  }

  private long check(@Nullable Object key, @Nullable Object value, long bytesMax) {
    long bytes;
    try {
      int levels = limits.nestingMax() - LEVELS_AROUND;
      bytes = TextRoom.atMost(key, levels) + TextRoom.atMost(value, levels) + 32;
    } catch (WireException e) {
      throw new RequestException(e.code(), subject(key) + " " + e.getMessage());
    }
    if (bytes > bytesMax) {
      throw new RequestException(
          ErrorCode.TOO_LARGE,
          subject(key)
              + " takes up to "
              + bytes
              + " bytes on the wire, expected at most "
              + bytesMax
              + "; split it over several keys");
    }
    return bytes;
  }

  private static String subject(@Nullable Object key) {
    if (key == null) {
      return "a value";
    }
    String text = key instanceof byte[] bytes ? bytes.length + " bytes" : shown(key);
    return "the entry of key " + text;
  }

  /** Deep keys are not shown: to do so takes a level of the stack for each of theirs. */
  private static String shown(Object key) {
    if (!(key instanceof String) && !(key instanceof Number) && !(key instanceof Boolean)) {
      return key instanceof List || key instanceof Map ? "(a list or a map)" : "(a typed value)";
    }
    String text = key.toString();
    return text.length() <= KEY_CHARS_SHOWN ? text : text.substring(0, KEY_CHARS_SHOWN) + "...";
  }
}
