package io.vitrine.store;

/** Receives the changes that a {@link Tailer} reads, on the thread that polls. */
@FunctionalInterface
public interface ChangeHandler {
  /**
   * Takes one change.
   *
   * @param change valid during the call only
   * @return whether the poll may go on behind this change, which counts as read either way; what is
   *     left of an atomic group is handed on in any case
   */
  boolean onChange(Change change);
}
