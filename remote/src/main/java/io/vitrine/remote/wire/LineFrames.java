package io.vitrine.remote.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** Splits a stream of text into frames, as {@link TextFrameDecoder} does. For one thread. */
final class LineFrames {
  private final InputStream in;
  private final int bytesMax;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;
  private long readBytes;
  private boolean ended = true;

  LineFrames(InputStream in, int bytesMax) {
    this.in = in;
    this.bytesMax = bytesMax;
  }

  /** The next frame without the line that ends it, or null; what is left at the end is one. */
  byte @Nullable [] next() throws IOException {
    var frame = new ByteArrayOutputStream();
    var line = new ByteArrayOutputStream();
    boolean more = true;
    while (more) {
      line.reset();
      more = line(line, frame.size());
      if (isEnd(line.toByteArray())) {
        ended = true;
        return frame.toByteArray();
      }
      line.writeTo(frame);
    }
    ended = false;
    return frame.size() == 0 ? null : frame.toByteArray();
  }

  /** How much has been taken, the line that ended the last frame included. */
  long offset() {
    return readBytes - (end - at);
  }

  /** Whether the last frame had a line that ended it. */
  boolean isEnded() {
    return ended;
  }

  /** Reads a line with its end; false if it is the last one and has none. */
  private boolean line(ByteArrayOutputStream line, int before) throws IOException {
    while (true) {
      if (at == end) {
        at = 0;
        end = Math.max(0, in.read(buffer));
        readBytes += end;
        if (end == 0) {
          return false;
        }
      }
      int begin = at;
      while (at < end && buffer[at] != '\n') {
        at++;
      }
      boolean whole = at < end;
      at += whole ? 1 : 0;
      line.write(buffer, begin, at - begin);
      if (before + line.size() > bytesMax) {
        throw new WireException(
            ErrorCode.TOO_LARGE,
            "the message goes on, expected at most " + bytesMax + " bytes before the line '...'");
      }
      if (whole) {
        return true;
      }
    }
  }

  private static boolean isEnd(byte[] line) {
    return line.length >= 3
        && line[0] == '.'
        && line[1] == '.'
        && line[2] == '.'
        && (line.length == 3 || " \t\r\n".indexOf(line[3]) >= 0);
  }
}
