package io.vitrine.torture.subscribe;

import io.vitrine.store.Change;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The bytes of a change in the log. Stateless. */
final class ChangeBytes {
  private ChangeBytes() {}

  static byte[] key(Change change) {
    return bytes(change, change.keyOffset(), change.keyLength());
  }

  static byte[] before(Change change) {
    return bytes(change, change.oldOffset(), change.oldLength());
  }

  static byte[] after(Change change) {
    return bytes(change, change.newOffset(), change.newLength());
  }

  private static byte[] bytes(Change change, long offset, long length) {
    return change.source().asSlice(offset, Math.max(0, length)).toArray(ValueLayout.JAVA_BYTE);
  }

  /** A long as the store writes one. */
  static long number(byte[] bytes, int at) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong(at);
  }
}
