package io.vitrine.store;

import java.io.IOException;

/**
 * Brings all of a durable store to disk when the last process leaves it, so that the next start of
 * the machine needs no recovery. For one thread, at the gate, when nothing is mapped any more.
 */
final class CleanClose {
  private CleanClose() {}

  /** Notes that everything is on disk if it is; a store without the note is recovered. */
  static void tryForce(StoreFiles files, DurableWords words) {
    try {
      if (words.failedTo() > words.forcedTo()) {
        return;
      }
      for (String folder : OwnFiles.FOLDERS) {
        for (String name : OwnFiles.in(files, folder)) {
          try (MappedFile file = files.open(name)) {
            file.force(0, file.memory().byteSize());
          }
        }
        files.forceFolder(folder);
      }
      files.forceFolder(".");
      words.clean(true);
      words.force();
    } catch (IOException | StoreException e) {
      words.clean(false); // the log is on disk as far as was promised
    }
  }
}
