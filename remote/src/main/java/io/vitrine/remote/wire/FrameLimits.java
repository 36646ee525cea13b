package io.vitrine.remote.wire;

/**
 * What one message may be. Immutable.
 *
 * @param frameBytesMax size of a frame
 * @param nestingMax depth of its values
 * @param silenceMillis how long nothing may come within an unfinished frame
 */
public record FrameLimits(int frameBytesMax, int nestingMax, long silenceMillis) {
  /** 16 MiB, 64 levels, 60 seconds: somebody may be typing. */
  public static final FrameLimits DEFAULT = new FrameLimits(16 << 20, 64, 60_000);
}
