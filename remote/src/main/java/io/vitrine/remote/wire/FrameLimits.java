package io.vitrine.remote.wire;

/**
 * What one message may be. Immutable.
 *
 * @param frameBytesMax size of a frame
 * @param nestingMax depth of its values
 * @param silenceMillis how long nothing may come within an unfinished frame of text
 * @param binarySilenceMillis the same for a binary one
 */
public record FrameLimits(
    int frameBytesMax, int nestingMax, long silenceMillis, long binarySilenceMillis) {
  /** 16 MiB, 64 levels, 60 seconds in text, where somebody may be typing, 10 in binary. */
  public static final FrameLimits DEFAULT = new FrameLimits(16 << 20, 64, 60_000, 10_000);

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
