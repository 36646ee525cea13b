package io.vitrine.collections;

/**
 * Encoded elements of a list, one after the other. Immutable, as long as nobody writes to the
 * array.
 *
 * @param bytes where they are
 * @param from first byte
 * @param to first byte behind them
 * @param count how many elements
 */
@SuppressWarnings("ArrayRecordComponent") // blocks are not compared; see Blocks#same
record Block(byte[] bytes, int from, int to, int count) {
  static final Block EMPTY = new Block(new byte[0], 0, 0, 0);

  /** Size of the elements. */
  int size() {
    return to - from;
  }

  void writeTo(ByteWriter target) {
    target.put(bytes, from, to);
  }
}
