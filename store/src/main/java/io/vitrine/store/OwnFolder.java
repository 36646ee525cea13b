package io.vitrine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Whether a folder is still that of the store which was opened there. Safe for any number of
 * threads.
 *
 * <p>What is mapped stays what it is wherever its folder is moved, but files are created, renamed
 * and deleted by their paths. So whoever does that asks here before: the folder may have been moved
 * or removed since, and be that of another store by now. Between the question and the deed it may
 * still be exchanged; nothing in the JDK gives a file a name within a folder that is open.
 */
final class OwnFolder {
  private final Path root;
  private volatile @Nullable Mark mark;

  /** A file that is there, and the same one, for as long as the folder is the one meant. */
  private record Mark(Path file, Object key) {}

  OwnFolder(Path root) {
    this.root = root;
  }

  /** Whether it is known which folder is meant. */
  boolean isKnown() {
    return mark != null;
  }

  /**
   * From now on the folder counts as the one meant while a file in it is the one that it is now. It
   * has to stay open, since else its number may become that of another file.
   */
  void knowBy(Path file) throws IOException {
    knowBy(file, keyOf(file));
  }

  /**
   * The same where it is known which file it is.
   *
   * @param key tells it from every other that exists; null where the system has no such
   */
  void knowBy(Path file, @Nullable Object key) {
    mark = key == null ? null : new Mark(file, key);
  }

  /** What tells a file from every other, where the folder is known by it; else null. */
  @Nullable Object keyOf(String name) {
    Mark known = mark;
    return known != null && known.file.endsWith(name) ? known.key : null;
  }

  /** Any folder of the path counts from now on, unless it is known by a certain file. */
  void forgetUnlessKnownBy(String name) {
    Mark known = mark;
    if (known != null && !known.file.endsWith(name)) {
      mark = null;
    }
  }

  /**
   * Asks whether the folder is the one meant.
   *
   * @throws StoreException if it is not
   */
  void check() {
    Mark known = mark;
    if (known == null) {
      return;
    }
    String found;
    try {
      if (known.key.equals(keyOf(known.file))) {
        return;
      }
      found = "its " + known.file.getFileName() + " is another file now";
    } catch (IOException e) {
      found =
          Files.exists(root, LinkOption.NOFOLLOW_LINKS)
              ? "it has no " + known.file.getFileName() + " that can be seen any more"
              : "it is not there any more";
    }
    throw new StoreException(
        root
            + ": the folder was moved, removed or replaced while this process had it open: "
            + found
            + "; nothing was changed there; close the store, and open it where its folder is now");
  }

  static @Nullable Object keyOf(Path file) throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }
}
