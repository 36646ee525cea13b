package io.vitrine.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The mapped files of a store that this process has open, to be asked when one has lost bytes. Safe
 * for any number of threads.
 */
final class OpenFiles {
  private final Set<MappedFile> files =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  /** Notes a file, until nobody uses it any more. */
  MappedFile note(MappedFile file) {
    files.add(file);
    return file;
  }

  /** What the first file found says of itself that is smaller than its mapping; null for none. */
  @Nullable String findCutOff() {
    List<MappedFile> open;
    synchronized (files) {
      open = new ArrayList<>(files);
    }
    for (MappedFile file : open) {
      long mapped = file.memory().byteSize();
      if (file.memory().scope().isAlive()) {
        try {
          long size = file.size();
          if (size < mapped) {
            return file.name() + ": has " + size + " bytes, " + mapped + " expected";
          }
        } catch (IOException e) {
          // closed at this moment, or its size tells nothing
        }
      }
    }
    return null;
  }
}
