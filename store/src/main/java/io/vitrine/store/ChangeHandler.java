package io.vitrine.store;

/** Receives the changes that a {@link Tailer} reads, on the thread that polls. */
@FunctionalInterface
public interface ChangeHandler {
  /**
   * Takes one change.
   *
   * @param change valid during the call only
   * @return whether the poll may go on with the next change; this one counts as read either way
   */
  boolean onChange(Change change);
}
