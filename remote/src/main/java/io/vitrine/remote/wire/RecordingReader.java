package io.vitrine.remote.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
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

  /** Whether a message said when and where it was, so that this is no text written by hand. */
  private boolean marked;

  private long offset;
  private long wholeBytes;
  private boolean cut;

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
      byte[] preface = bytes(BinaryLayout.PREFACE.length);
      cut = preface.length < BinaryLayout.PREFACE.length;
      wholeBytes = cut ? 0 : offset;
      if (!Arrays.equals(preface, Arrays.copyOf(BinaryLayout.PREFACE, preface.length))) {
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
   * Whether the recording ends within a message, as one does whose server was killed. To be asked
   * at the end.
   *
   * @return whether something behind the last message is part of another one
   */
  public boolean isCut() {
    return cut;
  }

  /**
   * How much of the recording is whole messages, of what was read so far.
   *
   * @return offset in bytes, behind the last message
   */
  public long wholeBytes() {
    return wholeBytes;
  }

  /**
   * Reads the next message.
   *
   * @return the message, or null at the end, which may be within a message: see {@link #isCut}
   * @throws IOException if it cannot be read
   * @throws WireException if it is none; says which one and where in it
   */
  public @Nullable Recorded next() throws IOException {
    if (cut) {
      return null;
    }
    number++;
    try {
      Recorded next = encoding == WireEncoding.YAML ? text() : binary();
      wholeBytes = next == null || encoding == WireEncoding.YAML ? wholeBytes : offset;
      return next;
    } catch (WireException e) {
      throw new WireException(e.code(), "message " + number + ": " + e.getMessage());
    }
  }

  private @Nullable Recorded text() throws IOException {
    for (byte[] frame = lines.next(); frame != null; frame = lines.next()) {
      byte[] behind = behindComments(frame);
      if (behind.length == 0 || RecordingLayout.isMarked(behind)) {
        frame = behind; // otherwise lines are counted from where it begins
      }
      if (!lines.isEnded() && isPart(frame)) {
        cut = true;
        return null;
      }
      byte[] rest = frame;
      Recorded.Mark mark = null;
      int end = lineEnd(frame, RecordingLayout.TEXT_MARK);
      if (end > 0) {
        int begin = RecordingLayout.TEXT_MARK.length;
        Object value = YamlReader.read(TextMessages.text(Arrays.copyOfRange(frame, begin, end)));
        mark = mark(value);
        marked = true;
        rest = Arrays.copyOfRange(frame, end, frame.length);
      }
      Message message = messages.read(rest);
      wholeBytes = lines.offset();
      if (message != null) {
        return new Recorded(mark, message);
      }
    }
    return null;
  }

  /** Whether text without an end is part of a message; one written by hand need not have one. */
  private boolean isPart(byte[] text) {
    return marked ? text.length > 0 : RecordingLayout.isMarked(text);
  }

  /** What follows blank lines and comments, such as those that a tap prints. */
  private static byte[] behindComments(byte[] frame) {
    int begin = 0;
    for (int at = 0; at < frame.length; at++) {
      byte character = frame[at];
      if (character == '#') {
        while (at + 1 < frame.length && frame[at] != '\n') {
          at++;
        }
        begin = at + 1;
      } else if (character == '\n') {
        begin = at + 1;
      } else if (" \t\r".indexOf(character) < 0) {
        return begin == 0 ? frame : Arrays.copyOfRange(frame, begin, frame.length);
      }
    }
    return new byte[0];
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
    byte[] frame = frame();
    if (frame == null) {
      cut = offset > wholeBytes;
      return null;
    }
    Recorded.Mark mark = null;
    int word = BinaryLayout.word(frame, 0);
    if ((word & RecordingLayout.MARK_BITS) == RecordingLayout.MARK_BITS) {
      mark =
          mark(
              CborReader.read(
                  Arrays.copyOfRange(frame, BinaryLayout.WORD_BYTES, frame.length), limits));
      frame = frame();
    }
    if (frame != null && BinaryLayout.isMeta(BinaryLayout.word(frame, 0))) {
      frame = withData(frame, frame());
    }
    if (frame == null) {
      cut = true;
      return null;
    }
    Message message = messages.read(frame);
    return new Recorded(mark, Objects.requireNonNull(message, "a binary message says something"));
  }

  private static byte @Nullable [] withData(byte[] meta, byte @Nullable [] data) {
    if (data == null) {
      return null;
    }
    if (BinaryLayout.isMeta(BinaryLayout.word(data, 0))) {
      throw new WireException(
          ErrorCode.MALFORMED, "found a second frame of meta-data, expected one of data");
    }
    byte[] both = Arrays.copyOf(meta, meta.length + data.length);
    System.arraycopy(data, 0, both, meta.length, data.length);
    return both;
  }

  /** The next frame with its word, null where the file ends before it or within it. */
  private byte @Nullable [] frame() throws IOException {
    byte[] word = bytes(BinaryLayout.WORD_BYTES);
    if (word.length < BinaryLayout.WORD_BYTES) {
      return null;
    }
    int length = BinaryLayout.length(BinaryLayout.word(word, 0));
    if (length > limits.frameBytesMax()) {
      throw new WireException(
          ErrorCode.TOO_LARGE,
          "found a frame of " + length + " bytes, expected at most " + limits.frameBytesMax());
    }
    byte[] body = bytes(length);
    if (body.length < length) {
      return null;
    }
    byte[] frame = Arrays.copyOf(word, BinaryLayout.WORD_BYTES + length);
    System.arraycopy(body, 0, frame, BinaryLayout.WORD_BYTES, length);
    return frame;
  }

  /** So many bytes, or fewer where the file ends. */
  private byte[] bytes(int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    offset += bytes.length;
    return bytes;
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
