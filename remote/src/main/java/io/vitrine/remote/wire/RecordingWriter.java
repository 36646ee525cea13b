package io.vitrine.remote.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes messages one after another into a file or stream. For one thread at a time. */
public final class RecordingWriter implements AutoCloseable {
  private static final long NANOS = 1_000_000_000L;

  /** Longer arrays are not kept for the next message. */
  private static final int KEPT_BYTES_MAX = 1 << 20;

  private final OutputStream out;
  private final TextCodec text;
  private final BinaryCodec binary;
  private final boolean isText;
  private final int nestingMax;
  private ByteSink sink = new ByteSink(1_024);

  /**
   * Begins a recording.
   *
   * @param out where to; closed with this
   * @param encoding its encoding
   * @param limits what a message may be
   * @param appends whether it goes on with one that is there already
   * @throws IOException if it cannot be written
   */
  public RecordingWriter(
      OutputStream out, WireEncoding encoding, FrameLimits limits, boolean appends)
      throws IOException {
    this.out = out;
    this.text = new TextCodec(limits);
    this.binary = new BinaryCodec(limits);
    this.isText = encoding == WireEncoding.YAML;
    this.nestingMax = limits.nestingMax();
    if (!isText && !appends) {
      out.write(BinaryLayout.PREFACE);
    }
  }

  /**
   * Writes one message.
   *
   * @param recorded the message
   * @throws IOException if it cannot be written
   * @throws WireException if it is larger or deeper than the limits; nothing is written then
   */
  public void write(Recorded recorded) throws IOException {
    sink.clear();
    Recorded.Mark mark = recorded.mark();
    if (isText) {
      if (mark != null) {
        sink.put(RecordingLayout.TEXT_MARK);
        new YamlWriter(sink, nestingMax).value(model(mark));
        sink.put('\n');
      }
      text.append(recorded.message(), sink);
    } else {
      if (mark != null) {
        binaryMark(mark);
      }
      binary.append(recorded.message(), sink);
    }
    out.write(sink.array, 0, sink.at);
    if (sink.array.length > KEPT_BYTES_MAX) {
      sink = new ByteSink(1_024);
    }
  }

  private void binaryMark(Recorded.Mark mark) {
    sink.ensure(BinaryLayout.WORD_BYTES);
    sink.at = BinaryLayout.WORD_BYTES;
    new CborWriter(sink, nestingMax).value(model(mark));
    int length = sink.at - BinaryLayout.WORD_BYTES;
    BinaryLayout.WORDS.set(sink.array, 0, length | RecordingLayout.MARK_BITS);
  }

  private static Map<String, Object> model(Recorded.Mark mark) {
    var model = new LinkedHashMap<String, Object>();
    long second = Math.floorDiv(mark.at(), NANOS);
    model.put(
        RecordingLayout.AT,
        Instant.ofEpochSecond(second, Math.floorMod(mark.at(), NANOS)).toString());
    model.put(RecordingLayout.CONNECTION, mark.connection());
    model.put(
        RecordingLayout.FROM, mark.client() ? RecordingLayout.CLIENT : RecordingLayout.SERVER);
    if (mark.lost() > 0) {
      model.put(RecordingLayout.LOST, mark.lost());
    }
    return model;
  }

  /**
   * Hands on what was written.
   *
   * @throws IOException if it cannot be written
   */
  public void flush() throws IOException {
    out.flush();
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
