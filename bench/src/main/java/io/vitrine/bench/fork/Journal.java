package io.vitrine.bench.fork;

/**
 * Messages of 40 bytes that one process appends and another reads, in their order and none left
 * out. One thread appends or reads.
 *
 * <p>A message is five words: its number, a time, and three that {@link #filler} tells of its
 * number, which whoever reads sums up, so that all of it is written and read.
 */
interface Journal extends AutoCloseable {
  /** Size of a message. */
  int MESSAGE_BYTES = 5 * Long.BYTES;

  /** Takes messages. */
  @FunctionalInterface
  interface Reader {
    /**
     * Takes one.
     *
     * @param number what it was appended with
     * @param time likewise
     * @param sum of the three words behind these
     */
    void read(long number, long time, long sum);
  }

  /** Appends a message, or waits until there is room for it. */
  void append(long number, long time);

  /**
   * Hands on messages that are there and have not been read.
   *
   * @return how many
   */
  int poll(Reader reader);

  @Override
  void close();

  /** The word behind the time; the two behind it are larger by one each. */
  static long filler(long number) {
    return number * 0x9E37_79B9_7F4A_7C15L;
  }

  /** The sum of the three words behind the time. */
  static long sum(long number) {
    return 3 * filler(number) + 3;
  }
}
