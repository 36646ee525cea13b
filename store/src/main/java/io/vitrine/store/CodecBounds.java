package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Holds a codec to the sizes that it tells, before anything is changed by what it writes.
 * Stateless; any thread.
 */
final class CodecBounds {
  private static final long ROOM_BYTES_MAX = 1 << 20;

  private CodecBounds() {}

  /** Size of every value of a codec, which a compact map knows from its file; -1 for varying. */
  static int expected(int ofFile, Codec<?> codec) {
    return ofFile >= 0 ? ofFile : Math.max(codec.fixedSize(), Codec.VARIABLE);
  }

  /** Whether a codec may tell this size, where so many bytes are expected or -1. */
  static boolean mayBe(long length, int expected) {
    return length == expected ? length >= 0 : length >= 0 && expected < 0;
  }

  /** Tells that a codec told a size that none of its values has. */
  static IllegalArgumentException wrong(Codec<?> codec, long length, int expected) {
    return new IllegalArgumentException(
        "codec %s of type %s: sizeOf says %d bytes, expected %s"
            .formatted(
                codec.getClass().getName(),
                codec.typeName(),
                length,
                expected < 0 ? "0 or more" : expected + ", as fixedSize does"));
  }

  /** Size of a value by a codec of the user. */
  static <T> long sizeOf(Codec<T> codec, T value) {
    long length = codec.sizeOf(value);
    int expected = expected(-1, codec);
    if (!mayBe(length, expected)) {
      throw wrong(codec, length, expected);
    }
    return length;
  }

  /** What a codec reads from: one of the user can write nothing there, now or later. */
  static MemorySegment source(Codec<?> codec, MemorySegment bytes) {
    return codec instanceof ItemCodec<?> ? bytes : bytes.asReadOnly();
  }

  /**
   * Writes a value; a codec of the user can write nowhere else, and what it leaves out is zero. Up
   * to a mebibyte it has room of its own, so that who keeps that changes nothing any more.
   *
   * @throws IllegalArgumentException if it writes beyond the size that it told, or if a value of
   *     one of ours is no longer what it was when it told its size
   */
  static <T> void write(Codec<T> codec, T value, MemorySegment target, long offset, long length) {
    if (codec instanceof ItemCodec<T> item) {
      writeItem(item, value, target, offset, length);
      return;
    }
    boolean own = length <= ROOM_BYTES_MAX;
    MemorySegment room =
        own
            ? MemorySegment.ofArray(new long[Words.count(length)]).asSlice(0, length)
            : target.asSlice(offset, length).fill((byte) 0);
    try {
      codec.write(value, room, 0);
    } catch (IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          "codec %s of type %s: write failed in the %d bytes that sizeOf says: %s"
              .formatted(codec.getClass().getName(), codec.typeName(), length, e.getMessage()),
          e);
    }
    if (own) {
      MemorySegment.copy(room, 0, target, offset, length);
    }
  }

  /** Writes a value of one of ours, which ends where it said that it would. */
  static <T> void writeItem(
      ItemCodec<T> codec, T value, MemorySegment target, long offset, long length) {
    long end;
    try {
      end = codec.put(value, target, offset);
    } catch (IndexOutOfBoundsException e) { // it has grown, and there is no room for it
      throw changed(codec.typeName(), e);
    }
    if (end != offset + length) {
      throw changed(codec.typeName(), null);
    }
  }

  /** Tells that another thread changed a value of a type while it was written. */
  static IllegalArgumentException changed(String type, @Nullable Throwable cause) {
    return new IllegalArgumentException(
        "the value of type %s changed while it was written; give a copy that nobody changes"
            .formatted(type),
        cause);
  }

  /** Refuses a place that lies before a segment; behind it there is no room, which is told. */
  static void checkOffset(long offset) {
    if (offset < 0) {
      throw new IndexOutOfBoundsException("offset is " + offset + ", expected 0 or more");
    }
  }
}
