package io.vitrine.remote.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of a recording one after another, in whichever encoding it is. For one thread
 * at a time.
 */
public final class RecordingReader implements AutoCloseable {
  private static final long NANOS = 1_000_000_000L;

  private final PushbackInputStream in;
  private final FrameLimits limits;
  private final WireEncoding encoding;
  private final FrameReader messages;
  private final LineFrames lines;
  private long number;

  /**
   * Begins to read.
   *
   * @param in where from; closed with this; should be buffered
   * @param limits what a message may be
   * @throws IOException if it cannot be read
   * @throws WireException if it begins as a binary one and is none
   */
  public RecordingReader(InputStream in, FrameLimits limits) throws IOException {
    this.in = new PushbackInputStream(in, 1);
    this.limits = limits;
    int first = this.in.read();
    if (first >= 0) {
      this.in.unread(first);
    }
    encoding =
        (byte) first == (byte) BinaryLayout.firstByte() ? WireEncoding.CBOR : WireEncoding.YAML;
    messages = encoding.codec(limits).newReader();
    lines = new LineFrames(this.in, limits.frameBytesMax());
    if (encoding == WireEncoding.CBOR) {
      byte[] preface = this.in.readNBytes(BinaryLayout.PREFACE.length);
      if (!Arrays.equals(preface, BinaryLayout.PREFACE)) {
        throw new WireException(
            ErrorCode.MALFORMED, "offset 0: found no preface, expected 89 56 54 52 01 0D 0A 1A");
      }
    }
  }

  /**
   * The encoding, known by the first byte.
   *
   * @return text or binary
   */
  public WireEncoding encoding() {
    return encoding;
  }

  /**
   * Reads the next message.
   *
   * @return the message, or null at the end
   * @throws IOException if it cannot be read
   * @throws WireException if it is none; says which one and where in it
   */
  public @Nullable Recorded next() throws IOException {
    number++;
    try {
      return encoding == WireEncoding.YAML ? text() : binary();
    } catch (WireException e) {
      throw new WireException(e.code(), "message " + number + ": " + e.getMessage());
    }
  }

  private @Nullable Recorded text() throws IOException {
    for (byte[] frame = lines.next(); frame != null; frame = lines.next()) {
      byte[] rest = frame;
      Recorded.Mark mark = null;
      int end = lineEnd(frame, RecordingLayout.TEXT_MARK);
      if (end > 0) {
        int begin = RecordingLayout.TEXT_MARK.length;
        Object value = YamlReader.read(TextMessages.text(Arrays.copyOfRange(frame, begin, end)));
        mark = mark(value);
        rest = Arrays.copyOfRange(frame, end, frame.length);
      }
      Message message = messages.read(rest);
      if (message != null) {
        return new Recorded(mark, message);
      }
    }
    return null;
  }

  /** Where the first line ends, if it begins so; otherwise 0. */
  private static int lineEnd(byte[] frame, byte[] begin) {
    if (frame.length < begin.length
        || !Arrays.equals(frame, 0, begin.length, begin, 0, begin.length)) {
      return 0;
    }
    int end = begin.length;
    while (end < frame.length && frame[end] != '\n') {
      end++;
    }
    return Math.min(frame.length, end + 1);
  }

  private @Nullable Recorded binary() throws IOException {
    byte[] frame = frame(true);
    if (frame == null) {
      return null;
    }
    Recorded.Mark mark = null;
    int word = BinaryLayout.word(frame, 0);
    if ((word & RecordingLayout.MARK_BITS) == RecordingLayout.MARK_BITS) {
      mark =
          mark(
              CborReader.read(
                  Arrays.copyOfRange(frame, BinaryLayout.WORD_BYTES, frame.length), limits));
      frame = need(frame(false));
    }
    if (BinaryLayout.isMeta(BinaryLayout.word(frame, 0))) {
      byte[] data = need(frame(false));
      if (BinaryLayout.isMeta(BinaryLayout.word(data, 0))) {
        throw new WireException(
            ErrorCode.MALFORMED, "found a second frame of meta-data, expected one of data");
      }
      int length = frame.length;
      frame = Arrays.copyOf(frame, length + data.length);
      System.arraycopy(data, 0, frame, length, data.length);
    }
    return new Recorded(mark, need(messages.read(frame)));
  }

  private byte @Nullable [] frame(boolean first) throws IOException {
    byte[] word = in.readNBytes(BinaryLayout.WORD_BYTES);
    if (word.length == 0 && first) {
      return null;
    }
    if (word.length < BinaryLayout.WORD_BYTES) {
      throw cut();
    }
    int length = BinaryLayout.length(BinaryLayout.word(word, 0));
    if (length > limits.frameBytesMax()) {
      throw new WireException(
          ErrorCode.TOO_LARGE,
          "found a frame of " + length + " bytes, expected at most " + limits.frameBytesMax());
    }
    byte[] body = in.readNBytes(length);
    if (body.length < length) {
      throw cut();
    }
    byte[] frame = Arrays.copyOf(word, BinaryLayout.WORD_BYTES + length);
    System.arraycopy(body, 0, frame, BinaryLayout.WORD_BYTES, length);
    return frame;
  }

  private static <T> T need(@Nullable T value) {
    if (value == null) {
      throw cut();
    }
    return value;
  }

  private static WireException cut() {
    return new WireException(
        ErrorCode.MALFORMED, "the file ends within it; what comes before it is whole");
  }

  private static Recorded.Mark mark(@Nullable Object model) {
    if (model instanceof Map<?, ?> map
        && map.get(RecordingLayout.AT) instanceof String at
        && map.get(RecordingLayout.CONNECTION) instanceof Long connection
        && map.get(RecordingLayout.FROM) instanceof String from
        && (from.equals(RecordingLayout.CLIENT) || from.equals(RecordingLayout.SERVER))) {
      Object lost = map.get(RecordingLayout.LOST);
      try {
        Instant time = Instant.parse(at);
        return new Recorded.Mark(
            Math.addExact(Math.multiplyExact(time.getEpochSecond(), NANOS), time.getNano()),
            connection,
            from.equals(RecordingLayout.CLIENT),
            lost instanceof Long count ? count : 0);
      } catch (DateTimeException | ArithmeticException e) {
        // Said below.
      }
    }
    throw new WireException(
        ErrorCode.MALFORMED,
        "found no mark before it, expected {at: time, connection: number, from: client or server}");
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
