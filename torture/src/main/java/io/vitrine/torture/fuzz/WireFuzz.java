package io.vitrine.torture.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.remote.wire.WireException;
import io.vitrine.remote.wire.YamlReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What Jazzer feeds with bytes, in a process of its own; see {@link FuzzTorture}.
 *
 * <p>The first byte says what the rest is: frames of text, frames in binary, or a line. Whatever it
 * is, it must be read or refused with a {@link WireException}; what is read must survive both
 * encodings; and where the fast reader of text reads, the one of all of YAML must read the same.
 */
public final class WireFuzz {
  private static final FrameLimits LIMITS = new FrameLimits(1 << 16, 16, 60_000);
  private static final WireCodec TEXT = WireEncoding.YAML.codec(LIMITS);
  private static final WireCodec BINARY = WireEncoding.CBOR.codec(LIMITS);
  private static final int WORD_BYTES = 4;
  private static final int END_BYTES = 4;

  private WireFuzz() {}

  /**
   * Looks at one input.
   *
   * @param input any bytes
   * @throws AssertionError if something is read that must not be, or otherwise than it must
   */
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length == 0) {
      return;
    }
    byte[] rest = Arrays.copyOfRange(input, 1, input.length);
    switch (input[0] & 3) {
      case 0 -> text(rest);
      case 1 -> binary(rest);
      default -> line(rest);
    }
  }

  private static void text(byte[] frame) {
    Message message;
    try {
      message = TEXT.newReader().read(frame);
    } catch (WireException e) {
      return;
    }
    if (message != null) {
      survives(message);
      // With a blank in a place where the fast reader wants none, the other one reads.
      sameIfRead(message, frame);
    }
  }

  private static void sameIfRead(Message message, byte[] frame) {
    byte[] commented = (new String(frame, UTF_8) + "# a comment\n").getBytes(UTF_8);
    if (frame.length == 0 || frame[frame.length - 1] != '\n') {
      return;
    }
    Message again;
    try {
      again = TEXT.newReader().read(commented);
    } catch (WireException e) {
      if (isBlock(frame)) {
        return;
      }
      throw new AssertionError("read by the one reader, refused by the other: " + show(frame), e);
    }
    if (again == null || !Arrays.equals(TEXT.encode(message), TEXT.encode(again))) {
      if (!isBlock(frame)) {
        throw new AssertionError("the readers differ: " + show(frame));
      }
    }
  }

  /** Whether a comment at the end may be within a block scalar, and so be none. */
  private static boolean isBlock(byte[] frame) {
    String text = new String(frame, UTF_8);
    return text.indexOf('|') >= 0 || text.indexOf('>') >= 0;
  }

  private static void binary(byte[] body) {
    byte[] frame = ByteBuffer.allocate(WORD_BYTES + body.length).array();
    ByteBuffer.wrap(frame).order(java.nio.ByteOrder.LITTLE_ENDIAN).putInt(body.length).put(body);
    Message message;
    try {
      message = BINARY.newReader().read(frame);
    } catch (WireException e) {
      return;
    }
    if (message != null) {
      survives(message);
    }
  }

  /** A message that was read can be written, unless it is too large, and is then the same. */
  private static void survives(Message message) {
    byte[] text;
    byte[] binary;
    try {
      text = TEXT.encode(message);
      binary = BINARY.encode(message);
    } catch (WireException | IllegalArgumentException e) {
      return;
    }
    Message fromText = TEXT.newReader().read(Arrays.copyOf(text, text.length - END_BYTES));
    Message fromBinary = BINARY.newReader().read(binary);
    if (fromText == null
        || fromBinary == null
        || !Arrays.equals(binary, BINARY.encode(fromText))
        || !Arrays.equals(text, TEXT.encode(fromBinary))) {
      throw new AssertionError("does not survive: " + show(text));
    }
  }

  private static void line(byte[] line) {
    Object value;
    try {
      value = YamlReader.readElement(line, LIMITS);
    } catch (WireException e) {
      return;
    }
    String text;
    try {
      text = UTF_8.newDecoder().decode(ByteBuffer.wrap(line)).toString();
    } catch (CharacterCodingException e) {
      throw new AssertionError("bytes that are no UTF-8 were read", e);
    }
    List<@Nullable Object> documents = YamlReader.readAll(text, FrameLimits.DEFAULT);
    if (documents.size() != 1
        || !(documents.getFirst() instanceof List<?> list)
        || list.size() != 1
        || !show(list.getFirst()).equals(show(value))) {
      throw new AssertionError("the readers differ: " + text);
    }
  }

  private static String show(@Nullable Object value) {
    return io.vitrine.remote.wire.YamlWriter.write(value);
  }

  private static String show(byte[] bytes) {
    return show((Object) new String(bytes, UTF_8));
  }
}
