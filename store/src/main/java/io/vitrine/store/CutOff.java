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

  private static final String THEN = "; close the store everywhere and run \"vitrine repair\"";

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
   * Tells which file it was, where code of users has run, too. If no file of the store lacks bytes
   * it may be a disk that fails, or a mapped file of theirs: both are named, and to look is told,
   * not to repair a store that may be whole.
   *
   * @throws InternalError what is given, if it is about something else
   */
  static CorruptStoreException unlessOfUser(StoreFiles files, InternalError e) {
    String found = cutOffBy(files, e);
    return corrupt(
        found != null
            ? ofFile(found)
            : files.describe("")
                + ": a page of mapped memory cannot be had: the disk fails or one of the store's"
                + " files was cut off for a time, or it is of a file that the code called within"
                + " has mapped itself; see what \"vitrine check\" says of the store",
        e);
  }

  /**
   * Tells which file it was, where nothing but the store's own code has run.
   *
   * @throws InternalError what is given, if it is about something else
   */
  static CorruptStoreException of(StoreFiles files, InternalError e) {
    String found = cutOffBy(files, e);
    return corrupt(
        found != null
            ? ofFile(found)
            : files.describe("")
                + ": a page of one of its files cannot be had: it was cut off while it was open, or"
                + " the disk fails"
                + THEN,
        e);
  }

  private static @Nullable String cutOffBy(StoreFiles files, InternalError e) {
    if (!String.valueOf(e.getMessage()).contains(MARK)) {
      throw e;
    }
    return files.findCutOff();
  }

  private static String ofFile(String found) {
    return found + ": it was cut off while it was open" + THEN;
  }

  private static CorruptStoreException corrupt(String message, InternalError e) {
    var corrupt = new CorruptStoreException(message);
    corrupt.initCause(e);
    return corrupt;
  }
}
