package io.vitrine.hashing;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** Reads from a {@code byte[]}. Stateless, for any thread. */
final class ArraySource extends ByteSource<byte[]> {
  static final ArraySource INSTANCE = new ArraySource();

  private static final VarHandle INT64 =
      MethodHandles.byteArrayViewVarHandle(long[].class, LITTLE_ENDIAN);
  private static final VarHandle INT32 =
      MethodHandles.byteArrayViewVarHandle(int[].class, LITTLE_ENDIAN);

  private ArraySource() {}

  /** Writes the eight bytes of a number to the beginning of an array. */
  static void put(byte[] to, long value) {
    INT64.set(to, 0, value);
  }

  /** Eight bytes from {@code at}. */
  static long word(byte[] from, int at) {
    return (long) INT64.get(from, at);
  }

  @Override
  long int64(byte[] from, long at) {
    return (long) INT64.get(from, (int) at);
  }

  @Override
  long int64(byte[] from, long base, int line, int at) {
    return (long) INT64.get(from, (int) base + 64 * line + at);
  }

  @Override
  int int32(byte[] from, long at) {
    return (int) INT32.get(from, (int) at);
  }

  @Override
  int uint8(byte[] from, long at) {
    return from[(int) at] & 0xFF;
  }
}
