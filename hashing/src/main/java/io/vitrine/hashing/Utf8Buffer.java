package io.vitrine.hashing;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * A text's UTF-8 bytes for as long as it takes to hash them. Any thread may {@link #encode} a text;
 * the result is that thread's alone until it calls {@link #release}.
 *
 * <p>Buffers are lent out and given back, so that text of up to {@link #LENGTH_MAX} characters is
 * hashed without allocation.
 */
final class Utf8Buffer {
  /* Lending: a thread takes the buffer of its lane by swapping in null, and gives it back by
   * storing it. Another thread that finds null makes a buffer of its own, and whichever is given
   * back last stays. So nobody waits, a buffer lost to an exception costs one allocation, and a
   * thread that ends leaves nothing behind. Lanes lie a cache line apart. */

  /** Longest text that is encoded into a lent buffer, in characters. */
  static final int LENGTH_MAX = 1_024;

  private static final int BYTES_PER_CHAR_MAX = 3;
  private static final int LANES = 16;
  private static final int LANE_STEP = 16;
  private static final AtomicReferenceArray<@Nullable Utf8Buffer> IDLE =
      new AtomicReferenceArray<>((LANES + 1) * LANE_STEP);

  /** The UTF-8 bytes are {@code bytes[0 .. length - 1]}. */
  final byte[] bytes;

  int length;
  private final boolean lent;

  private Utf8Buffer(byte[] bytes, boolean lent) {
    this.bytes = bytes;
    this.length = bytes.length;
    this.lent = lent;
  }

  /** Encodes as {@link String#getBytes} does: an unpaired surrogate becomes {@code ?}. */
  static Utf8Buffer encode(CharSequence text) {
    int chars = text.length();
    if (chars > LENGTH_MAX) {
      return new Utf8Buffer(text.toString().getBytes(StandardCharsets.UTF_8), false);
    }
    Utf8Buffer buffer = lend();
    int ascii = copyAscii(text, chars, buffer.bytes);
    buffer.length = ascii == chars ? chars : encode(text, ascii, chars, buffer.bytes);
    return buffer;
  }

  /** A buffer of at least {@link #LENGTH_MAX} bytes, of any content. */
  static Utf8Buffer lend() {
    Utf8Buffer buffer = IDLE.getAndSet(lane(), null);
    return buffer == null
        ? new Utf8Buffer(new byte[LENGTH_MAX * BYTES_PER_CHAR_MAX], true)
        : buffer;
  }

  /** Ends the use of this buffer. */
  void release() {
    if (lent) {
      IDLE.setRelease(lane(), this);
    }
  }

  private static int lane() {
    int lane = (int) Thread.currentThread().threadId() & (LANES - 1);
    return (lane + 1) * LANE_STEP;
  }

  /** Copies the characters before the first one above 127; returns their number. */
  private static int copyAscii(CharSequence text, int chars, byte[] to) {
    for (int i = 0; i < chars; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        return i;
      }
      to[i] = (byte) c;
    }
    return chars;
  }

  /** Encodes the characters from {@code start}, which is as many bytes in; returns the end. */
  private static int encode(CharSequence text, int start, int chars, byte[] to) {
    int at = start;
    for (int i = start; i < chars; i++) {
      char c = text.charAt(i);
      if (c < 0x80) {
        to[at++] = (byte) c;
      } else if (c < 0x800) {
        to[at++] = (byte) (0xC0 | c >> 6);
        to[at++] = continuation(c);
      } else if (!Character.isSurrogate(c)) {
        to[at++] = (byte) (0xE0 | c >> 12);
        to[at++] = continuation(c >> 6);
        to[at++] = continuation(c);
      } else if (Surrogates.isPair(text, i, chars)) {
        int codePoint = Character.toCodePoint(c, text.charAt(++i));
        to[at++] = (byte) (0xF0 | codePoint >> 18);
        to[at++] = continuation(codePoint >> 12);
        to[at++] = continuation(codePoint >> 6);
        to[at++] = continuation(codePoint);
      } else {
        to[at++] = Surrogates.UNPAIRED;
      }
    }
    return at;
  }

  /** A byte after the first of a character: the lowest six bits. */
  private static byte continuation(int codePoint) {
    return (byte) (0x80 | (codePoint & 0x3F));
  }
}
