package io.vitrine.remote.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Bytes that grow at the end, for what a writer makes. For one thread at a time.
 *
 * <p>Writers reach into {@link #array} and move {@link #at} themselves, after {@link #ensure}: a
 * call for each byte would take longer than the byte.
 */
final class ByteSink {
  byte[] array;
  int at;

  ByteSink(int capacity) {
    this.array = new byte[capacity];
  }

  /** Begins with an array of somebody else, and takes a larger one when that is full. */
  ByteSink(byte[] array) {
    this.array = array;
  }

  /** Whether all is in this array. */
  @SuppressWarnings("ReferenceEquality") // Whether it is the same one.
  boolean isIn(byte[] other) {
    return array == other;
  }

  /** Makes room for so many bytes behind {@link #at}. */
  void ensure(int bytes) {
    if (array.length - at < bytes) {
      grow(bytes);
    }
  }

  private void grow(int bytes) {
    long wanted = Math.max((long) at + bytes, 2L * array.length);
    if ((long) at + bytes > Integer.MAX_VALUE - 8) {
      throw new WireException(
          ErrorCode.TOO_LARGE, "a value takes more than 2 GiB, expected far less; split it");
    }
    array = Arrays.copyOf(array, (int) Math.min(wanted, Integer.MAX_VALUE - 8));
  }

  void put(int b) {
    ensure(1);
    array[at++] = (byte) b;
  }

  void put(int first, int second) {
    ensure(2);
    array[at] = (byte) first;
    array[at + 1] = (byte) second;
    at += 2;
  }

  void put(byte[] bytes) {
    ensure(bytes.length);
    System.arraycopy(bytes, 0, array, at, bytes.length);
    at += bytes.length;
  }

  /** Forgets what was written. */
  void clear() {
    at = 0;
  }

  byte[] toBytes() {
    return Arrays.copyOf(array, at);
  }

  /** What was written, as text. */
  @Override
  public String toString() {
    return new String(array, 0, at, StandardCharsets.UTF_8);
  }
}
