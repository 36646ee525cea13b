package io.vitrine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a folder lies on a disk's file system that writes what is changed where it was before.
 * The system is asked once, when that is first needed, since to tell it lists all that is mounted.
 * Safe for any threads.
 */
final class InPlace implements BooleanSupplier {
  /* Others copy what is changed to another place (btrfs, zfs), for which a full disk has no room,
   * whatever was allocated: the access itself then fails, as that of a file which was cut off. So
   * nothing is written to them that need not be. Those without a disk have nothing from it. */
  private static final Set<String> TYPES = Set.of("ext2", "ext3", "ext4", "xfs");

  private final Path folder;
  private volatile @Nullable Boolean known;

  InPlace(Path folder) {
    this.folder = folder;
  }

  @Override
  public boolean getAsBoolean() {
    Boolean answer = known;
    if (answer == null) {
      answer = ask();
      known = answer;
    }
    return answer;
  }

  private boolean ask() {
    Path there = folder.toAbsolutePath();
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent(); // the files of a store in memory have lost their folder
    }
    try {
      return isTypeOfIt(Files.getFileStore(there).type());
    } catch (IOException e) {
      return false; // the system does not tell: it only takes longer
    }
  }

  /** Whether a type of file system, as the system names it, is one of these. */
  static boolean isTypeOfIt(String type) {
    return TYPES.contains(type.toLowerCase(Locale.ROOT));
  }
}
