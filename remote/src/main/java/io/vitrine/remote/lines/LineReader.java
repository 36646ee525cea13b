package io.vitrine.remote.lines;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a file, of whichever format the first one shows. For one thread at a time. */
final class LineReader {
  /** A buffer that grew beyond is not kept. */
  static final int KEPT_CHARS = 1 << 20;

  /** Whatever has a longer first line is another kind of file. */
  private static final int HEADER_BYTES_MAX = 1 << 20;

  private static final int LINE_BYTES_MAX = Integer.MAX_VALUE - 64;
  private static final byte[] NO_LINE = {};
  private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final String name;
  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int filled;
  private byte[] line = new byte[1 << 12];
  private int length;
  private @Nullable LineCodec codec;
  private long number;

  /** How many entries were set, for messages. */
  long entries;

  LineReader(String name, InputStream in) {
    this.name = name;
    this.in = in;
  }

  /**
   * The next line that is not empty and no comment.
   *
   * @return its fields, or null at the end
   * @throws IllegalArgumentException if it is none
   */
  @Nullable Map<?, ?> next() throws IOException {
    while (readLine()) {
      int begin = number == 1 && startsWith(BOM) ? BOM.length : 0;
      int end = length;
      while (end > begin && isBlank(line[end - 1])) {
        end--;
      }
      while (begin < end && isBlank(line[begin])) {
        begin++;
      }
      if (begin < end && line[begin] != '#') {
        byte[] text = Arrays.copyOfRange(line, begin, end);
        if (codec == null) {
          codec = (text[0] == '{' ? LineFormat.JSON : LineFormat.YAML).newCodec();
        }
        return codec.read(text);
      }
    }
    return null;
  }

  LinesException failure(RuntimeException cause) {
    return failure(String.valueOf(cause.getMessage()), cause);
  }

  /** Says that a line did not fit into memory; what was read of it is let go. */
  LinesException tooLarge(OutOfMemoryError cause) {
    line = NO_LINE;
    return failure(
        "the line takes more memory than there is (%s, at most %d MiB of heap): allow more, as with"
                .formatted(cause.getMessage(), Runtime.getRuntime().maxMemory() >> 20)
            + " JAVA_TOOL_OPTIONS=-Xmx4g, and import again",
        cause);
  }

  private LinesException failure(String message, Throwable cause) {
    var failure =
        new LinesException(
            "%s:%d: %s; %d entries were imported"
                .formatted(name, Math.max(1, number), message, entries),
            entries);
    failure.initCause(cause);
    return failure;
  }

  private boolean startsWith(byte[] bytes) {
    return length >= bytes.length && Arrays.equals(line, 0, bytes.length, bytes, 0, bytes.length);
  }

  private static boolean isBlank(byte c) {
    return c == ' ' || c == '\t' || c == '\r';
  }

  private boolean readLine() throws IOException {
    if (line.length > KEPT_CHARS) {
      line = new byte[1 << 12];
    }
    length = 0;
    number++;
    while (true) {
      if (at == filled) {
        at = 0;
        filled = Math.max(0, in.read(buffer));
        if (filled == 0) {
          number -= length > 0 ? 0 : 1;
          return length > 0;
        }
      }
      int end = at;
      while (end < filled && buffer[end] != '\n') {
        end++;
      }
      append(at, end - at);
      at = end;
      if (end < filled) {
        at++;
        return true;
      }
    }
  }

  private void append(int from, int count) {
    int max = number == 1 ? HEADER_BYTES_MAX : LINE_BYTES_MAX;
    if (count > max - length) {
      throw new IllegalArgumentException(
          "expected a line of at most %d bytes, found a longer one".formatted(max));
    }
    if (count > line.length - length) {
      line = Arrays.copyOf(line, (int) Math.min(LINE_BYTES_MAX, 2L * (length + count)));
    }
    System.arraycopy(buffer, from, line, length, count);
    length += count;
  }
}
