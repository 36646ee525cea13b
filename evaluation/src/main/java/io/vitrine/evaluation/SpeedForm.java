package io.vitrine.evaluation;

import java.util.List;

/**
 * What speed is measured of. Immutable.
 *
 * @param label the name in what a process prints
 * @param figure the name in the JSON
 * @param title what it is, for people
 * @param unit of what its lengths count
 */
record SpeedForm(String label, String figure, String title, String unit) {
  static final SpeedForm BYTES =
      new SpeedForm("bytes", "nsPerKey", "byte[], independent hashes", "bytes");
  static final SpeedForm CHAINED =
      new SpeedForm("chained", "nsChained", "byte[], each hash waits for the one before", "bytes");
  static final SpeedForm TEXT =
      new SpeedForm(TextKind.ASCII.label(), "nsPerText", "String of ASCII", "characters");
  static final SpeedForm LATIN1 =
      new SpeedForm(
          TextKind.LATIN1.label(),
          "nsPerLatin1",
          "String of Latin-1, every fourth character beyond ASCII",
          "characters");
  static final SpeedForm UTF16 =
      new SpeedForm(
          TextKind.UTF16.label(),
          "nsPerUtf16",
          "String of UTF-16, every fourth character beyond Latin-1",
          "characters");

  /** All forms that have lengths. */
  static final List<SpeedForm> ALL = List.of(BYTES, CHAINED, TEXT, LATIN1, UTF16);

  /** Whether {@code string31} computes nothing here, but reads what the {@code String} has kept. */
  boolean isText() {
    return unit.equals("characters");
  }
}
