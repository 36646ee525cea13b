package io.vitrine.collections;

/**
 * Makes sure that a thread has some stack left, before it does what must not be cut off by its end.
 * Stateless; any thread.
 */
final class StackRoom {
  /** Takes some kilobytes, compiled or not: more than it takes to wake a thread. */
  private static final int FRAMES = 200;

  private StackRoom() {}

  /**
   * Returns if there is room.
   *
   * @throws StackOverflowError if there is none; nothing was done
   */
  static void require() {
    int _ = down(FRAMES);
  }

  private static int down(int frames) {
    return frames == 0 ? 0 : down(frames - 1) + 1;
  }
}
