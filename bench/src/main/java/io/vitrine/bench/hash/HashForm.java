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

  /** A {@code String} of ASCII characters, of which there is one byte each. */
  STRING,

  /** A {@code String} of which every fourth character is beyond Latin-1. */
  STRING_UTF16,

  /** A range of a {@code MemorySegment} off the heap. */
  SEGMENT;

  private static final List<Integer> LENGTHS =
      List.of(4, 6, 8, 12, 16, 24, 32, 48, 64, 128, 256, 512, 1_024, 4_096);
  private static final List<Integer> FEW = List.of(8, 16, 64, 1_024);
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
   * The lengths that are measured.
   *
   * @param quick whether a few will do
   * @return bytes, or characters of text
   */
  public List<Integer> lengths(boolean quick) {
    if (this == LONG) {
      return List.of(Long.BYTES);
    }
    if (quick) {
      return this == STRING_UTF16 || this == SEGMENT ? List.of() : QUICK;
    }
    return this == STRING_UTF16 ? FEW : LENGTHS;
  }

  /**
   * The functions that are measured.
   *
   * @param quick whether a few will do
   * @return names of strategies, {@code rapid}, the store's default, first, and for bytes and
   *     characters 31·h + c in two ways
   */
  public List<String> functions(boolean quick) {
    boolean chars = this == BYTES || this == STRING_UTF16;
    return chars && !quick
        ? List.of("rapid", "xxh3", "native32", "loop31", "vector31")
        : List.of("rapid", "xxh3");
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
      default -> List.of(Peer.VITRINE);
    };
  }
}
