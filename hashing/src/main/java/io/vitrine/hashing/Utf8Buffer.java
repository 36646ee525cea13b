package io.vitrine.hashing;

import java.lang.ref.SoftReference;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetEncoder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A text's UTF-8 bytes for as long as it takes to hash them. Any thread may {@link #encode} a text;
 * the result is that thread's alone until it calls {@link #release}.
 *
 * <p>Buffers are kept and lent, so that text of up to {@link #LONG_MAX} characters is hashed
 * without allocation.
 */
final class Utf8Buffer {
  /* Two ways to a buffer. A thread that comes often has one of its own, which it finds by its
   * number without any atomic operation: only the thread of that number ever touches it, so it
   * does not matter who else sees the reference, or replaces it. Numbers of threads are never used
   * twice, and a thread that ends leaves nothing behind but a place that another one takes over in
   * time.
   *
   * All others borrow one of those that are shared: they take it from its place by swapping in
   * null, and give it back by storing it. Whoever finds null makes a buffer, and whichever is given
   * back last stays. So nobody waits, and a buffer lost to an exception costs one allocation. This
   * is what virtual threads do, of which there may be millions, and a thread that hashes while it
   * hashes.
   *
   * Why a CharsetEncoder for long text that looks like ASCII: its copy of ASCII and that of
   * CharSequence.getChars are vectorized, 6 ns for a hundred characters; a loop takes 50. But it
   * needs 20 ns to begin once a text is not all ASCII, and is the slower one from the first such
   * character on.
   *
   * Why not String.getBytes(int, int, byte[], int), which copies ASCII in half the time: it is
   * right for text up to U+00FF only. To ask that of each character costs nothing as long as the
   * compiler leaves the question out, which it does until the JVM has met a String of another
   * kind there: then a nanosecond for each, 960 in place of 18 for 1,024, as long as it runs. */

  /** Longest text that is encoded into a kept buffer, in characters. */
  static final int LENGTH_MAX = 16_384;

  /**
   * Longest text that is encoded into a kept buffer of {@link LongBuffers}, in characters; a longer
   * one has an array of its own.
   */
  static final int LONG_MAX = 1 << 20;

  /** Longest text that {@link Utf8Writer} encodes whatever it is, in characters. */
  private static final int SHORT_MAX = 16;

  /** How many characters of a longer text tell who encodes it. */
  private static final int SAMPLES = 4;

  /** What a buffer has room for at first, in characters, and in bytes at least. */
  static final int ROOM = 4_096;

  private static final int BYTES_PER_CHAR_MAX = 3;
  private static final int LANES = 16;
  private static final int LANE_STEP = 16; // a cache line apart

  /**
   * How often a place must be passed by, mostly by other threads, before somebody takes it over.
   */
  private static final int PATIENCE = 1 << 14;

  private static final @Nullable Utf8Buffer[] OWNED = new @Nullable Utf8Buffer[LANES * LANE_STEP];
  private static final AtomicReferenceArray<@Nullable Utf8Buffer> SHARED =
      new AtomicReferenceArray<>((LANES + 1) * LANE_STEP);

  /** Number of a thread that there is not. */
  private static final long NOBODY = 0;

  private enum Kind {
    OWNED,
    SHARED,
    LONG,
    ONE_TIME
  }

  /** The UTF-8 bytes are {@code bytes[0 .. length - 1]}. */
  byte[] bytes;

  int length;

  /** For {@link Crc32c} alone, which resets it. */
  final CRC32C checksum = new CRC32C();

  /** What {@link LongBuffers} keeps it by, the same one each time. */
  final SoftReference<Utf8Buffer> kept = new SoftReference<>(this);

  private final Kind kind;
  private final long owner;
  private char[] chars;
  private ByteBuffer target;
  private CharBuffer source;
  private final CharsetEncoder encoder;
  private boolean busy;
  private int passes;

  private Utf8Buffer(Kind kind, long owner) {
    this.kind = kind;
    this.owner = owner;
    this.bytes = new byte[ROOM * BYTES_PER_CHAR_MAX + Utf8Writer.BEYOND];
    this.chars = new char[ROOM];
    this.target = ByteBuffer.wrap(bytes);
    this.source = CharBuffer.wrap(chars);
    this.encoder = StandardCharsets.UTF_8.newEncoder();
  }

  /** For texts of up to {@link #LONG_MAX} characters, of which it encodes parts. */
  static Utf8Buffer ofLong() {
    var buffer = new Utf8Buffer(Kind.LONG, NOBODY);
    buffer.chars = new char[LENGTH_MAX];
    buffer.source = CharBuffer.wrap(buffer.chars);
    return buffer;
  }

  /** For a text that is too long for the others. */
  private Utf8Buffer(byte[] bytes, int length) {
    this.kind = Kind.ONE_TIME;
    this.owner = NOBODY;
    this.bytes = bytes;
    this.length = length;
    this.chars = new char[0];
    this.target = ByteBuffer.wrap(bytes);
    this.source = CharBuffer.wrap(chars);
    this.encoder = StandardCharsets.UTF_8.newEncoder();
  }

  /** Encodes as {@link Utf8Writer} does, whatever the way. */
  static Utf8Buffer encode(CharSequence text) {
    int count = text.length();
    if (count > LENGTH_MAX) {
      return count > LONG_MAX ? encodeAlone(text.toString()) : encodeLong(text, count);
    }
    Utf8Buffer buffer = lend();
    if (count > buffer.chars.length) {
      buffer.grow(count);
    }
    buffer.length = buffer.encode(text, 0, count, 0);
    return buffer;
  }

  /**
   * Encodes a part of a text that ends at no half of a surrogate pair.
   *
   * @param start where in the bytes the first one goes
   * @return where the last one ends
   */
  private int encode(CharSequence text, int from, int count, int start) {
    if (text instanceof String string) {
      string.getChars(from, from + count, chars, 0);
    } else {
      text.getChars(from, from + count, chars, 0);
    }
    if (count <= SHORT_MAX || !looksAscii(chars, count)) {
      return Utf8Writer.write(chars, 0, count, bytes, start);
    }
    source.limit(count).position(0);
    target.position(start);
    // Never said to be the end: so there is nothing to reset before the next text.
    encoder.encode(source, target, false);
    int end = target.position();
    int done = source.position();
    if (done < count) { // It stops at an unpaired surrogate, and at the end waits for a partner.
      end = Utf8Writer.write(chars, done, count, bytes, end);
    }
    return end;
  }

  /** Into a buffer for long texts, a part after the other. */
  private static Utf8Buffer encodeLong(CharSequence text, int count) {
    Utf8Buffer buffer = LongBuffers.lend();
    buffer.makeRoom(count);
    int end = 0;
    int from = 0;
    while (from < count) {
      int part = Math.min(LENGTH_MAX, count - from);
      boolean cut = from + part < count && Character.isHighSurrogate(text.charAt(from + part - 1));
      part -= cut ? 1 : 0;
      end = buffer.encode(text, from, part, end);
      from += part;
    }
    buffer.length = end;
    return buffer;
  }

  /** Into an array of its own. */
  private static Utf8Buffer encodeAlone(String text) {
    int count = text.length();
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int unpaired = Utf8Writer.mayHaveUnpaired(bytes) ? Utf8Writer.unpaired(text) : 0;
    if (unpaired == 0) {
      return new Utf8Buffer(bytes, bytes.length);
    }
    int length = Math.toIntExact(bytes.length + 2L * unpaired); // has a ? for each of them
    byte[] generalized = new byte[length + Utf8Writer.BEYOND];
    Utf8Writer.write(text.toCharArray(), 0, count, generalized, 0);
    return new Utf8Buffer(generalized, length);
  }

  /** Whether some characters here and there are ASCII; mostly all of them are then. */
  private static boolean looksAscii(char[] chars, int count) {
    int step = count / SAMPLES;
    return (chars[0] | chars[step] | chars[2 * step] | chars[3 * step]) < 0x80;
  }

  /** Makes room for a longer text, once and for all. */
  private void grow(int count) {
    makeRoom(count);
    chars = new char[Integer.highestOneBit(count - 1) << 1];
    source = CharBuffer.wrap(chars);
  }

  /** Makes room for the bytes of so many characters, up to the next power of two. */
  private void makeRoom(int count) {
    int room = (Integer.highestOneBit(count - 1) << 1) * BYTES_PER_CHAR_MAX + Utf8Writer.BEYOND;
    if (room > bytes.length) {
      bytes = new byte[room];
      target = ByteBuffer.wrap(bytes);
    }
  }

  /** A buffer of at least {@link #ROOM} bytes, of any content. */
  static Utf8Buffer lend() {
    long thread = Thread.currentThread().threadId();
    Utf8Buffer owned = OWNED[lane(thread)];
    if (owned != null && owned.owner == thread && !owned.busy) {
      owned.busy = true;
      return owned;
    }
    return borrow(thread, owned);
  }

  private static Utf8Buffer borrow(long thread, @Nullable Utf8Buffer found) {
    boolean free = found == null || ++found.passes > PATIENCE;
    if (free && !Thread.currentThread().isVirtual()) {
      var own = new Utf8Buffer(Kind.OWNED, thread);
      own.busy = true;
      OWNED[lane(thread)] = own;
      return own;
    }
    Utf8Buffer shared = SHARED.getAndSet(sharedLane(thread), null);
    return shared == null ? new Utf8Buffer(Kind.SHARED, NOBODY) : shared;
  }

  /** Ends the use of this buffer. */
  void release() {
    if (kind == Kind.OWNED) {
      busy = false;
    } else if (kind == Kind.SHARED) {
      SHARED.setRelease(sharedLane(Thread.currentThread().threadId()), this);
    } else if (kind == Kind.LONG) {
      LongBuffers.giveBack(this);
    }
  }

  private static int lane(long thread) {
    return ((int) thread & LANES - 1) * LANE_STEP;
  }

  private static int sharedLane(long thread) {
    return lane(thread) + LANE_STEP;
  }
}
