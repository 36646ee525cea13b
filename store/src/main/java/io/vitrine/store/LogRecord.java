package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a writer puts into a log record: a reusable holder of ranges. For one thread at a time. A
 * length of -1 is no value.
 */
final class LogRecord {
  /** Larger records are written where they will lie. */
  private static final int IMAGE_WORDS = 256;

  /** What the image of a record leaves out, since it is there already. */
  private static final int LEFT_OUT_WORDS = (int) LogLayout.CHECK / 8;

  /** The file that holds the reserved record; it may have lost its name since. */
  @Nullable LogFile file;

  /** Header of the reserved record. */
  long header;

  int mapId;
  ChangeKind kind = ChangeKind.INSERTED;
  long timeNanos;
  long previous;
  MemorySegment key = MemorySegment.NULL;
  long keyOffset;
  long keyLength;
  MemorySegment old = MemorySegment.NULL;
  long oldOffset;
  long oldLength = -1;
  MemorySegment value = MemorySegment.NULL;
  long valueOffset;
  long newLength = -1;
  boolean expires;
  long expiry;

  /** What {@link #key} and {@link #value} have where it is an array, otherwise null. */
  long @Nullable [] words;

  /** What {@link #old} has where it is an array, otherwise null. */
  long @Nullable [] oldWords;

  /** The image, made when it is first needed: many records never have one. */
  private long[] image = Words.NONE;

  private MemorySegment imageMemory = MemorySegment.NULL;

  /** Lets go of what the last change was made of, which may be large. */
  void forget() {
    key = MemorySegment.NULL;
    old = MemorySegment.NULL;
    value = MemorySegment.NULL;
  }

  /** Size of the record of this change alone. */
  long bytes() {
    return LogLayout.CHANGE + changeBytes();
  }

  /** Size of the change within a record. */
  long changeBytes() {
    return LogLayout.changeBytes(keyLength, oldLength, newLength, expires);
  }

  /** Whether the record is made as an image and copied as a whole, which is much quicker. */
  boolean hasImage() {
    return words != null && (oldLength <= 0 || oldWords != null) && bytes() <= 8L * IMAGE_WORDS;
  }

  /**
   * Makes the image of the record and copies it to where the record lies, all but its header.
   *
   * @param position of the record
   */
  void writeImage(MemorySegment to, long at, long position, long epoch) {
    if (image.length == 0) {
      long[] fresh = new long[IMAGE_WORDS];
      imageMemory = MemorySegment.ofArray(fresh); // which may throw, for want of stack
      image = fresh;
    }
    int end = fillImage(Objects.requireNonNull(words, "words"));
    long bytes = 8L * (end + LEFT_OUT_WORDS);
    int content = imageIndex(LogLayout.TIME);
    long sum = Checks.end(Checks.chain(image, content, end - content));
    setImage(LogLayout.CHECK, LogLayout.check(sum, position + bytes, epoch));
    Memory.copy(imageMemory, 0, to, at + LogLayout.CHECK, 8L * end);
  }

  private int fillImage(long[] keyAndValue) {
    long flags = expires ? LogLayout.EXPIRES : 0;
    setImage(LogLayout.TIME, timeNanos);
    setImage(
        LogLayout.CHANGE + LogLayout.MAP,
        mapId | (long) kind.code() << LogLayout.KIND_SHIFT | flags << LogLayout.FLAGS_SHIFT);
    setImage(LogLayout.CHANGE + LogLayout.PREVIOUS, previous);
    setImage(LogLayout.CHANGE + LogLayout.LENGTHS, narrowLengths());
    int end = imageIndex(LogLayout.CHANGE + LogLayout.BODY);
    if (expires) {
      Words.set(image, end++, expiry);
    }
    end = Words.copy(keyAndValue, (int) keyOffset / 8, image, end, keyLength);
    if (oldLength > 0) {
      long[] before = Objects.requireNonNull(oldWords, "old words");
      end = Words.copy(before, (int) oldOffset / 8, image, end, oldLength);
    }
    return newLength > 0
        ? Words.copy(keyAndValue, (int) valueOffset / 8, image, end, newLength)
        : end;
  }

  private static int imageIndex(long offset) {
    return (int) offset / 8 - LEFT_OUT_WORDS;
  }

  private void setImage(long offset, long word) {
    Words.set(image, imageIndex(offset), word);
  }

  private long narrowLengths() {
    return keyLength
        | (oldLength + 1) << LogLayout.OLD_SHIFT
        | (newLength + 1) << LogLayout.NEW_SHIFT;
  }

  /**
   * Writes the change.
   *
   * @return the first byte behind it
   */
  long write(MemorySegment to, long at) {
    boolean wide = LogLayout.isWide(oldLength, newLength);
    long flags = (wide ? LogLayout.WIDE : 0) | (expires ? LogLayout.EXPIRES : 0);
    Memory.setOf3(
        to,
        at,
        LogLayout.MAP / 8,
        mapId | (long) kind.code() << LogLayout.KIND_SHIFT | flags << LogLayout.FLAGS_SHIFT);
    Memory.setOf3(to, at, LogLayout.PREVIOUS / 8, previous);
    long body = at + LogLayout.BODY;
    if (wide) {
      Memory.set(to, at + LogLayout.LENGTHS, keyLength);
      Memory.set(to, body, oldLength + 1);
      Memory.set(to, body + 8, newLength + 1);
      body += 16;
    } else {
      Memory.setOf3(to, at, LogLayout.LENGTHS / 8, narrowLengths());
    }
    if (expires) {
      Memory.set(to, body, expiry);
      body += 8;
    }
    Memory.copy(key, keyOffset, to, body, keyLength);
    body += LogLayout.padded(keyLength);
    if (oldLength > 0) {
      Memory.copy(old, oldOffset, to, body, oldLength);
      body += LogLayout.padded(oldLength);
    }
    if (newLength > 0) {
      Memory.copy(value, valueOffset, to, body, newLength);
      body += LogLayout.padded(newLength);
    }
    return body;
  }
}
