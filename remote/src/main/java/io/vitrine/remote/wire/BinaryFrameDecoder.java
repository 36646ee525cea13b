package io.vitrine.remote.wire;

import io.netty.buffer.ByteBuf;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Splits a binary stream into messages: a frame of meta-data, if there is one, and the frame of
 * data behind it, both with their words. For one connection.
 *
 * <p>What a word announces is compared with the limit before anything waits for it.
 */
final class BinaryFrameDecoder extends FrameSplitter {
  private boolean expectsPreface;

  /**
   * Creates a decoder.
   *
   * @param limits what a frame may be
   * @param preface whether the stream begins with the preface
   * @param made what is handed on for a message, null for nothing
   */
  BinaryFrameDecoder(FrameLimits limits, boolean preface, Function<byte[], @Nullable Object> made) {
    super(limits, limits.binarySilenceMillis(), "the rest of its frames", made);
    this.expectsPreface = preface;
  }

  @Override
  byte @Nullable [] split(ByteBuf in) {
    if (expectsPreface && !skipPreface(in)) {
      return null;
    }
    int length = frame(in, 0);
    if (length < 0) {
      return null;
    }
    if (BinaryLayout.isMeta(in.getIntLE(in.readerIndex()))) {
      int data = frame(in, length);
      if (data < 0) {
        return null;
      }
      if (BinaryLayout.isMeta(in.getIntLE(in.readerIndex() + length))) {
        throw new WireException(
            ErrorCode.MALFORMED,
            "offset "
                + length
                + ": found a second frame of meta-data, expected one of data (with an empty map"
                + " where there is nothing to say)");
      }
      length += data;
    }
    if (in.readableBytes() < length) {
      return null;
    }
    byte[] message = new byte[length];
    in.readBytes(message);
    return message;
  }

  private boolean skipPreface(ByteBuf in) {
    byte[] preface = BinaryLayout.PREFACE;
    int begin = in.readerIndex();
    int come = Math.min(in.readableBytes(), preface.length);
    for (int i = 0; i < come; i++) {
      byte found = in.getByte(begin + i);
      if (found != preface[i]) {
        throw new WireException(
            ErrorCode.MALFORMED,
            String.format(
                "offset %d: found %02X in the preface, expected %02X of 89 56 54 52 01 0D 0A 1A",
                i, found, preface[i]));
      }
    }
    if (come < preface.length) {
      return false;
    }
    in.skipBytes(preface.length);
    expectsPreface = false;
    return true;
  }

  /** Length of the frame at an offset, word included; -1 if its word has not come yet. */
  private int frame(ByteBuf in, int offset) {
    if (in.readableBytes() - offset < BinaryLayout.WORD_BYTES) {
      return -1;
    }
    int body = BinaryLayout.length(in.getIntLE(in.readerIndex() + offset));
    int bytesMax = bytesMax();
    if (body > bytesMax - offset - BinaryLayout.WORD_BYTES) {
      throw new WireException(
          ErrorCode.TOO_LARGE,
          "offset "
              + offset
              + ": found a frame of "
              + body
              + " bytes, expected at most "
              + bytesMax
              + " for a message, words included");
    }
    return BinaryLayout.WORD_BYTES + body;
  }
}
