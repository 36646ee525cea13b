package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * Sixteen bytes in the order of RFC 9562, which is the order of its text. Safe for any number of
 * threads.
 */
final class UuidCodec extends FixedCodec<UUID> {
  static final UuidCodec INSTANCE = new UuidCodec();

  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

  private UuidCodec() {
    super(CodecType.Scalar.UUID, 2 * Long.BYTES);
  }

  @Override
  long put(UUID value, MemorySegment target, long offset) {
    target.set(LONG, offset, value.getMostSignificantBits());
    target.set(LONG, offset + Long.BYTES, value.getLeastSignificantBits());
    return offset + 2 * Long.BYTES;
  }

  @Override
  UUID take(CodecInput input) {
    long most = input.takeBigEndian(Long.BYTES);
    return new UUID(most, input.takeBigEndian(Long.BYTES));
  }
}
