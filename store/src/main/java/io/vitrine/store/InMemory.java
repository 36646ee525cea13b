package io.vitrine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a folder lies on a file system that has no disk behind it. The system is asked once, when
 * that is first needed, since to tell it lists all that is mounted. Safe for any threads.
 */
final class InMemory implements BooleanSupplier {
  private static final Set<String> TYPES = Set.of("tmpfs", "ramfs", "devtmpfs");

  private final Path folder;
  private volatile @Nullable Boolean known;

  InMemory(Path folder) {
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
      return TYPES.contains(Files.getFileStore(there).type().toLowerCase(Locale.ROOT));
    } catch (IOException e) {
      return false; // the system does not tell: it only takes longer
    }
  }
}
