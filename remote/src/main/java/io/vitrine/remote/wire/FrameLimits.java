package io.vitrine.remote.wire;

/**
 * What one message may be. Immutable.
 *
 * @param frameBytesMax size of a frame
 * @param nestingMax depth of its values
 * @param silenceMillis how long nothing may come within an unfinished frame of text
 * @param binarySilenceMillis the same for a binary one
 * @param messageMillis how long a message may take to come, however much of it comes in between
 */
public record FrameLimits(
    int frameBytesMax,
    int nestingMax,
    long silenceMillis,
    long binarySilenceMillis,
    long messageMillis) {
  private static final long MESSAGE_MILLIS = 600_000;

  /**
   * 16 MiB, 64 levels, 60 seconds in text, where somebody may be typing, 10 in binary; 10 minutes
   * for all of a message.
   */
  public static final FrameLimits DEFAULT =
      new FrameLimits(16 << 20, 64, 60_000, 10_000, MESSAGE_MILLIS);

  /**
   * Limits with 10 minutes for all of a message, or more where silence alone may take longer.
   *
   * @param frameBytesMax size of a frame
   * @param nestingMax depth of its values
   * @param silenceMillis how long nothing may come within an unfinished frame of text
   * @param binarySilenceMillis the same for a binary one
   */
  public FrameLimits(
      int frameBytesMax, int nestingMax, long silenceMillis, long binarySilenceMillis) {
    this(
        frameBytesMax,
        nestingMax,
        silenceMillis,
        binarySilenceMillis,
        Math.max(MESSAGE_MILLIS, silenceMillis));
  }

  /**
   * Limits with one time of silence for text, and that or 10 seconds for binary.
   *
   * @param frameBytesMax size of a frame
   * @param nestingMax depth of its values
   * @param silenceMillis how long nothing may come within an unfinished frame
   */
  public FrameLimits(int frameBytesMax, int nestingMax, long silenceMillis) {
    this(frameBytesMax, nestingMax, silenceMillis, Math.min(silenceMillis, 10_000));
  }
}
