package io.vitrine.remote.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Frames of the binary form.
 *
 * <pre>
 * preface, once, from the client
 * offset size field
 *      0    8 89 56 54 52 01 0D 0A 1A: no text, "VTR", version 1, and three bytes that are
 *             not what they were if somebody took them for text on their way
 *
 * frame
 * offset size field
 *      0    4 word, little-endian: bits 0-29 length of the body, bit 30 meta-data, bit 31 more
 *             answers follow
 *      4      body, one item of CBOR, a map
 *
 * message
 *             a frame of meta-data, which may be left out, and one of data, which ends it
 * </pre>
 */
final class BinaryLayout {
  static final byte[] PREFACE = {(byte) 0x89, 'V', 'T', 'R', 1, '\r', '\n', 0x1A};

  static final int WORD_BYTES = 4;
  static final int LENGTH_MAX = (1 << 30) - 1;
  static final int META = 1 << 30;
  static final int NOT_COMPLETE = 1 << 31;

  static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private BinaryLayout() {}

  /** The first byte of a connection that speaks binary; no text begins with it. */
  static int firstByte() {
    return PREFACE[0];
  }

  static int word(byte[] frame, int offset) {
    return (int) WORDS.get(frame, offset);
  }

  static boolean isMeta(int word) {
    return (word & META) != 0;
  }

  static int length(int word) {
    return word & LENGTH_MAX;
  }
}
