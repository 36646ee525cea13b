package io.vitrine.bench.codec;

/**
 * The message that is encoded and decoded. Immutable.
 *
 * @param firstId a large number
 * @param secondId a small one
 * @param thirdId a word
 * @param staticOne another
 * @param staticTwo a large number
 * @param staticThree a time as text
 * @param staticFour a round float
 * @param changesA a number
 * @param changesB a float
 */
public record MyDataType(
    long firstId,
    int secondId,
    String thirdId,
    String staticOne,
    long staticTwo,
    String staticThree,
    double staticFour,
    long changesA,
    double changesB) {
  static final MyDataType SAMPLE =
      new MyDataType(
          1_010_101_010_101L,
          2_222,
          "thirdId-1234",
          "staticOne-1234",
          2_020_202_020_202L,
          "2016-07-22T12:34:56.789Z[UTC]",
          1e6,
          3_000_000_000L,
          123_456.0);
}
