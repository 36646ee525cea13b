package io.vitrine.hashing;

import org.jspecify.annotations.Nullable;

/** Runs work where a thread has hardly any stack left. For one thread, once. */
public final class EndOfStack {
  private static final long STACK_BYTES = 256 << 10;

  private final Runnable work;
  private int left;
  private boolean isDone;
  private @Nullable Throwable thrown;

  private EndOfStack(Runnable work, int frames) {
    this.work = work;
    this.left = frames;
  }

  /**
   * Runs work on a thread of its own, at the end of its stack.
   *
   * @param frames how many frames of the way there are left free
   * @param work what to run
   * @return what it threw, null for nothing
   * @throws InterruptedException if the thread that waits for it is interrupted
   */
  public static @Nullable Throwable run(int frames, Runnable work) throws InterruptedException {
    var end = new EndOfStack(work, frames);
    Thread thread = new Thread(null, end::descend, "end-of-stack", STACK_BYTES);
    thread.start();
    thread.join();
    return end.thrown;
  }

  private void descend() {
    if (isDone) {
      return;
    }
    try {
      descend();
    } catch (StackOverflowError e) {
      return; // this is the end
    }
    if (!isDone && left-- == 0) {
      isDone = true;
      try {
        work.run();
      } catch (Throwable e) {
        thrown = e;
      }
    }
  }
}
