package io.vitrine.store;

import java.util.function.Consumer;

/** Lets a torture see its own threads come to the named points of the paths that write. */
public final class StepWatch {
  /** The point at which a segment of a dead owner has been taken over and is to be repaired. */
  public static final String TAKEN_OVER = Step.REPAIRING.name();

  private StepWatch() {}

  /**
   * Sets what is called at every point, by the thread that came there.
   *
   * @param watcher gets the name of the point
   * @throws IllegalStateException without the system property {@code vitrine.steps}
   */
  public static void watch(Consumer<String> watcher) {
    Step.hook(step -> watcher.accept(step.name()));
  }
}
