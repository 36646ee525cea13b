package io.vitrine.hashing;

import java.util.Random;

/** Kinds of random text for tests. */
enum TextKind {
  ASCII,
  LATIN1,
  BMP,
  SUPPLEMENTARY,
  MIXED,
  WITH_UNPAIRED_SURROGATES;

  /** A text of this kind of {@code length} UTF-16 units, or one more to complete a pair. */
  String text(Random random, int length) {
    var text = new StringBuilder();
    while (text.length() < length) {
      switch (this) {
        case ASCII -> text.append((char) random.nextInt(0x80));
        case LATIN1 -> text.append((char) random.nextInt(0x100));
        case BMP -> text.append((char) random.nextInt(0xD800));
        case SUPPLEMENTARY -> text.appendCodePoint(0x10000 + random.nextInt(0x100000));
        case MIXED -> text.appendCodePoint(mixed(random));
        case WITH_UNPAIRED_SURROGATES ->
            text.append((char) (random.nextInt(8) == 0 ? 0xD800 + random.nextInt(0x800) : 'a'));
        default -> throw new AssertionError(this);
      }
    }
    return text.toString();
  }

  private static int mixed(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> 0x80 + random.nextInt(0x780);
      case 1 -> 0x800 + random.nextInt(0xD000);
      case 2 -> 0xE000 + random.nextInt(0x2000);
      case 3 -> 0x10000 + random.nextInt(0x100000);
      default -> random.nextInt(0x80);
    };
  }
}
