package io.vitrine.store;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes an exception of what the JVM throws where a mapped page has no file behind it: a file was
 * cut off while it was open, or the disk cannot read it. Stateless; any thread.
 *
 * <p>Every call that users make of a store goes through here. An interpreted access throws the
 * error at once, a compiled one at the next place where the JVM looks whether there is anything to
 * throw, which may lie behind the access: so it is caught far outside, not where memory is
 * accessed.
 */
final class CutOff {
  /** Part of the message of that error, and of no other. */
  private static final String MARK = "unsafe memory access";

  private CutOff() {}

  /** Makes a call of a store that has these files. */
  static <T extends @Nullable Object> T guard(StoreFiles files, Supplier<T> call) {
    try {
      return call.get();
    } catch (InternalError e) {
      throw of(files, e);
    }
  }

  /** Makes a call that runs code of users, too. */
  static <T extends @Nullable Object> T guardUsers(StoreFiles files, Supplier<T> call) {
    try {
      return call.get();
    } catch (InternalError e) {
      throw unlessOfUser(files, e);
    }
  }

  /**
   * Tells which file it was, where code of users has run, too: it may have been a mapped file of
   * their own, and nothing is said of a healthy store.
   *
   * @throws InternalError what is given, if it is about something else, or no file of the store has
   *     lost bytes
   */
  static CorruptStoreException unlessOfUser(StoreFiles files, InternalError e) {
    if (files.findCutOff() == null) {
      throw e;
    }
    return of(files, e);
  }

  /**
   * Tells which file it was, where nothing but the store's own code has run.
   *
   * @throws InternalError what is given, if it is about something else
   */
  static CorruptStoreException of(StoreFiles files, InternalError e) {
    if (!String.valueOf(e.getMessage()).contains(MARK)) {
      throw e;
    }
    String found = files.findCutOff();
    var corrupt =
        new CorruptStoreException(
            (found != null
                    ? found + ": it was cut off while it was open"
                    : files.describe("")
                        + ": a page of one of its files cannot be had: it was cut off while it was"
                        + " open, or the disk fails")
                + "; close the store everywhere and run \"vitrine repair\"");
    corrupt.initCause(e);
    return corrupt;
  }
}
