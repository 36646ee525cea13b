package io.vitrine.store;

/**
 * Reads the change log at a place of its own, in the one order of the store. For one thread at a
 * time; holds up nobody and needs no closing. After {@link Store#close} it throws {@link
 * IllegalStateException}.
 */
public interface Tailer {
  /**
   * Hands on the changes that are there, in order; a change of a collection is visible in the
   * collection before it is handed on.
   *
   * @param handler takes the changes; if it throws, the change at hand counts as not read, and with
   *     it those of its atomic group that came before it: the next call hands on the group anew
   * @param limit how many changes at the most, but that an atomic group is handed on whole
   * @return how many changes were handed on
   * @throws RetentionException if the next change is no longer in the log
   * @throws CorruptStoreException if the log does not hold a whole change where one must be
   */
  int poll(ChangeHandler handler, int limit);

  /**
   * The place of this tailer.
   *
   * @return all changes up to and including this revision have been read
   */
  long revision();

  /**
   * Another tailer at the place of this one, for another thread perhaps: cheap, since the place is
   * not looked up again.
   *
   * @return a new tailer
   */
  Tailer copy();
}
