package io.vitrine.remote.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Splits a stream of text into frames. For one connection.
 *
 * <p>A frame ends with a line that begins with {@code ...} and a blank or the line's end. In YAML
 * this mark ends a document wherever it stands, also within a quoted or block scalar, so frames are
 * found without parsing, and a message that is no YAML does not swallow the next one. Each byte is
 * looked at once, however the stream is cut into reads.
 *
 * <pre>
 *   BEFORE (2 reads)                       AFTER
 *   "get: a\n..."   "\nget: b\n...\n"      "get: a\n"  "get: b\n"
 * </pre>
 */
final class TextFrameDecoder extends FrameSplitter {
  /** Bytes of the whole lines of the unfinished frame; none of them ends it. */
  private int lineOffset;

  /** Bytes of the unfinished frame that were searched for the end of a line. */
  private int searched;

  /**
   * Creates a decoder.
   *
   * @param limits what a frame may be
   * @param made what is handed on for a frame, null for nothing
   */
  TextFrameDecoder(FrameLimits limits, Function<byte[], @Nullable Object> made) {
    super(limits, limits.silenceMillis(), "the line '...'", made);
  }

  @Override
  byte @Nullable [] split(ByteBuf in) {
    int begin = in.readerIndex();
    int line = begin + lineOffset;
    int from = begin + searched;
    int end;
    while ((end = in.indexOf(from, in.writerIndex(), (byte) '\n')) >= 0) {
      if (isEnd(in, line, end)) {
        check(end - begin);
        return frame(in, line - begin, end + 1 - line);
      }
      line = end + 1;
      from = line;
    }
    lineOffset = line - begin;
    searched = in.readableBytes();
    check(in.readableBytes());
    return null;
  }

  private void check(int bytes) {
    int bytesMax = bytesMax();
    if (bytes > bytesMax) {
      throw new WireException(
          ErrorCode.TOO_LARGE,
          "offset "
              + bytesMax
              + ": the message goes on, expected at most "
              + bytesMax
              + " bytes before the line '...'");
    }
  }

  private byte[] frame(ByteBuf in, int length, int endLength) {
    byte[] frame = new byte[length];
    in.readBytes(frame);
    in.skipBytes(endLength);
    lineOffset = 0;
    searched = 0;
    return frame;
  }

  @Override
  boolean saysSomething(ByteBuf rest) {
    return rest.toString(StandardCharsets.UTF_8)
        .lines()
        .anyMatch(line -> !line.isBlank() && !line.stripLeading().startsWith("#"));
  }

  private static boolean isEnd(ByteBuf in, int begin, int end) {
    if (end - begin < 3
        || in.getByte(begin) != '.'
        || in.getByte(begin + 1) != '.'
        || in.getByte(begin + 2) != '.') {
      return false;
    }
    byte next = in.getByte(begin + 3);
    return next == '\n' || next == '\r' || next == ' ' || next == '\t';
  }
}
