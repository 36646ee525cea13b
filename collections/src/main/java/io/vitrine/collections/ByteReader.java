package io.vitrine.collections;

import io.vitrine.store.CorruptStoreException;

/** Reads what a {@link ByteWriter} wrote. For one thread. */
final class ByteReader {
  final byte[] bytes;
  private final int end;
  private int at;

  ByteReader(byte[] bytes) {
    this(bytes, 0, bytes.length);
  }

  ByteReader(byte[] bytes, int from, int end) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
  }

  /** Offset of the next byte. */
  int at() {
    return at;
  }

  /** First byte behind all. */
  int end() {
    return end;
  }

  int nextByte() {
    if (at >= end) {
      throw cut();
    }
    return bytes[at++] & 0xFF;
  }

  private CorruptStoreException cut() {
    return new CorruptStoreException(
        "a part of a list ends at byte " + at + " of " + end + " in the middle of a field");
  }

  long nextNumber() {
    long value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      int next = nextByte();
      value |= (long) (next & 0x7F) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw new CorruptStoreException("a part of a list holds a number that does not end, at " + at);
  }

  /** A number of things, none of which there can be more than bytes. */
  int nextCount() {
    long count = nextNumber();
    if (count < 0 || count > end) {
      throw new CorruptStoreException(
          "a part of a list of " + end + " bytes tells of " + count + " things in it");
    }
    return (int) count;
  }

  /** Passes over bytes. */
  void skip(long count) {
    if (count < 0 || count > end - at) {
      throw cut();
    }
    at += (int) count;
  }
}
