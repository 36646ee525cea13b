package io.vitrine.hashing;

import java.util.Objects;

/** A strategy of a user's own: FNV-1a of 64 bits. */
class Fnv1a extends AbstractHashStrategy {
  static final int ID = 5_000;

  Fnv1a(String name, long seed) {
    super(name, ID, seed);
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    long h = 0xcbf29ce484222325L ^ seed();
    for (int i = 0; i < length; i++) {
      h = (h ^ (bytes[offset + i] & 0xFF)) * 0x100000001b3L;
    }
    return h;
  }
}
