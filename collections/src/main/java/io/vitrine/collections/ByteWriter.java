package io.vitrine.collections;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/** Bytes that grow at their end. For one thread. */
final class ByteWriter {
  private byte[] bytes;
  private MemorySegment memory;
  private int size;

  ByteWriter(int capacity) {
    this.bytes = new byte[Math.max(16, capacity)];
    this.memory = MemorySegment.ofArray(bytes);
  }

  int size() {
    return size;
  }

  byte[] toBytes() {
    return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
  }

  /** Makes room and answers where it begins; what is written there counts as written. */
  int take(int count) {
    int at = size;
    long end = (long) size + count;
    if (end > bytes.length) {
      if (end > Blocks.BYTES_MAX) {
        throw new IllegalArgumentException(
            "elements of more than " + Blocks.BYTES_MAX + " bytes at once; change fewer of them");
      }
      bytes = Arrays.copyOf(bytes, (int) Math.min(Blocks.BYTES_MAX, Math.max(end, 2L * size)));
      memory = MemorySegment.ofArray(bytes);
    }
    size = (int) end;
    return at;
  }

  /** The bytes, for who has taken room; valid until more room is taken. */
  MemorySegment memory() {
    return memory;
  }

  void put(byte[] source, int from, int to) {
    int at = take(to - from);
    System.arraycopy(source, from, bytes, at, to - from);
  }

  void putByte(int value) {
    int at = take(1);
    bytes[at] = (byte) value;
  }

  /** Seven bits a byte, the lowest first; the highest bit says that more follow. */
  void putNumber(long value) {
    // Its length is known beforehand, so that room is made once and not with each byte.
    int length = Math.max(1, (70 - Long.numberOfLeadingZeros(value)) / 7);
    int at = take(length);
    long rest = value;
    for (int i = 1; i < length; i++) {
      bytes[at++] = (byte) (((int) rest & 0x7F) | 0x80);
      rest >>>= 7;
    }
    bytes[at] = (byte) rest;
  }
}
