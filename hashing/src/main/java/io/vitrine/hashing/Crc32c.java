package io.vitrine.hashing;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * CRC-32C (Castagnoli), 32 bits, zero-extended: fast where the processor has an instruction for it,
 * and no hash: it is linear, so keys that collide are easily computed, and often met. For any
 * thread.
 *
 * <p>Source: the JDK's {@link CRC32C}, to which it is equal.
 */
final class Crc32c extends AbstractHashStrategy {
  static final String NAME = "crc32c";
  static final int ID = 7;
  static final Crc32c INSTANCE = new Crc32c();

  private Crc32c() {
    super(NAME, ID, 0);
  }

  /* Always a kept checksum: one that is made here the compiler removes in most callers, not in
   * all. */

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    Utf8Buffer buffer = Utf8Buffer.lend();
    long hash = checksum(buffer, bytes, offset, length);
    buffer.release();
    return hash;
  }

  @Override
  long hash(Utf8Buffer buffer, int length) {
    return checksum(buffer, buffer.bytes, 0, length);
  }

  /** In pieces, where there is no array. */
  @Override
  public long hash(MemorySegment segment, long offset, long length) {
    Objects.checkFromIndexSize(offset, length, segment.byteSize());
    byte[] array = SegmentSource.array(segment);
    if (array != null) {
      return hash(array, (int) (segment.address() + offset), (int) length);
    }
    Utf8Buffer buffer = Utf8Buffer.lend();
    CRC32C crc = buffer.checksum;
    crc.reset();
    byte[] bytes = buffer.bytes;
    long end = offset + length;
    for (long at = offset; at < end; at += bytes.length) {
      int count = (int) Math.min(bytes.length, end - at);
      MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, at, bytes, 0, count);
      crc.update(bytes, 0, count);
    }
    long hash = crc.getValue();
    buffer.release();
    return hash;
  }

  private static long checksum(Utf8Buffer buffer, byte[] bytes, int offset, int length) {
    CRC32C crc = buffer.checksum;
    crc.reset();
    crc.update(bytes, offset, length);
    return crc.getValue();
  }
}
