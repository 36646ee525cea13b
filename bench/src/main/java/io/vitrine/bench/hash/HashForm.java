package io.vitrine.bench.hash;

import io.vitrine.bench.peer.Peer;
import java.util.List;
import java.util.Locale;

/** What is hashed. Immutable, for any thread. */
public enum HashForm {
  /** A {@code long}. */
  LONG,

  /** A {@code byte[]} from beginning to end. */
  BYTES,

  /**
   * A range of a {@code byte[]} in which all keys lie, where each hash decides at which offset the
   * next one begins: how long one takes, not how many overlap. In one array, so that little else is
   * waited for than the hash: not for what leads to an array, nor for its length.
   */
  BYTES_CHAINED,

  /** A {@code String} of ASCII characters, of which there is one byte each. */
  STRING,

  /** One of 16 ASCII characters, by a JVM that hashes no others, as those of a {@link #LONG} do. */
  STRING_16,

  /** As {@link #STRING}; libraries that know no UTF-8 are given {@code getBytes(UTF_8)}. */
  STRING_TO_UTF8,

  /**
   * A {@code String} of Latin-1 of which every fourth character is beyond ASCII, and so two bytes
   * in UTF-8; others are given {@code getBytes(UTF_8)}, and the harness reads the characters.
   */
  STRING_LATIN1,

  /** A {@code String} of which every fourth character is beyond Latin-1. */
  STRING_UTF16,

  /** The same, where libraries that know no UTF-8 are given {@code getBytes(UTF_8)}. */
  STRING_UTF16_TO_UTF8,

  /** A range of a {@code MemorySegment} off the heap. */
  SEGMENT,

  /** One on the heap, over a {@code byte[]}. */
  SEGMENT_HEAP,

  /** One that is a file, mapped. */
  SEGMENT_MAPPED;

  private static final List<Integer> LENGTHS =
      List.of(4, 8, 12, 16, 24, 32, 48, 64, 128, 256, 1_024, 4_096);
  private static final List<Integer> DECISIVE = List.of(4, 8, 16, 32, 64, 256, 1_024, 4_096);
  private static final List<Integer> QUICK = List.of(16, 1_024);

  /**
   * The name in reports.
   *
   * @return for example {@code string-utf16}
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The lengths that are measured, one after the other in the same JVM.
   *
   * @param quick whether a few will do
   * @param whole whether everything is measured, and not hashes alone: then those will do that tell
   *     how the time grows
   * @return bytes, or characters of text
   */
  public List<Integer> lengths(boolean quick, boolean whole) {
    if (this == LONG) {
      return List.of(Long.BYTES);
    }
    if (this == STRING_16) {
      return List.of(16);
    }
    return quick ? QUICK : whole ? DECISIVE : LENGTHS;
  }

  /**
   * The functions that are measured.
   *
   * @param quick whether a few will do
   * @return names of strategies, {@code rapid}, the store's default, first, and for bytes and
   *     characters 31·h + c in one or two ways
   */
  public List<String> functions(boolean quick) {
    if (quick) {
      return this == LONG || this == BYTES || this == STRING ? List.of("rapid", "xxh3") : List.of();
    }
    return switch (this) {
      case LONG, SEGMENT, SEGMENT_HEAP, SEGMENT_MAPPED -> List.of("rapid", "xxh3");
      case STRING_16 -> List.of("rapid", "xxh3");
      case STRING_TO_UTF8, STRING_UTF16_TO_UTF8 -> List.of("rapid", "xxh3");
      case STRING, STRING_UTF16 -> List.of("rapid", "xxh3", "native32", "loop31", "vector31");
      case BYTES, STRING_LATIN1 ->
          List.of("rapid", "xxh3", "native32", "loop31", "vector31", NoHash.FUNCTION);
      // Not 31 by vectors: the JDK has no method for a range.
      case BYTES_CHAINED -> List.of("rapid", "xxh3", "native32", "loop31", NoHash.FUNCTION);
    };
  }

  /**
   * The systems that have a function.
   *
   * @param function its name
   * @return ours first, if it is there
   */
  public static List<Peer> peers(String function) {
    return switch (function) {
      case "rapid" -> List.of(Peer.VITRINE, Peer.HASH4J);
      case "xxh3" -> List.of(Peer.VITRINE, Peer.HASH4J, Peer.ZERO_ALLOCATION);
      case "loop31", "vector31" -> List.of(Peer.JDK);
      case NoHash.FUNCTION -> List.of(Peer.MACHINE);
      default -> List.of(Peer.VITRINE);
    };
  }
}
