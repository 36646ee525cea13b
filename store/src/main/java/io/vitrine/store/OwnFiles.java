package io.vitrine.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The files of a durable store, told by their names from what somebody else has put among them:
 * which is neither forced, nor kept, nor deleted. Stateless; any thread.
 */
final class OwnFiles {
  /** Folders whose files are on disk when the store was closed clean. */
  static final List<String> FOLDERS =
      List.of("maps", "sets", "lists", LogFile.FOLDER, CheckpointWriter.FOLDER);

  private OwnFiles() {}

  /** Names of the store's files in a folder, with the folder. */
  static List<String> in(StoreFiles files, String folder) throws IOException {
    var names = new ArrayList<String>();
    for (String name : files.list(folder)) {
      if (isOwn(folder, name)) {
        names.add(folder + "/" + name);
      }
    }
    return names;
  }

  private static boolean isOwn(String folder, String name) {
    return switch (folder) {
      case LogFile.FOLDER -> LogFile.startOf(name) >= 0;
      case CheckpointWriter.FOLDER -> CheckpointWriter.revisionOf(name) >= 0;
      default -> StorePath.isCollection(name);
    };
  }

  /**
   * Refuses folders that have names of files, which can neither be replaced by a file nor get a
   * second name: before anything is changed, since half of it could not be undone.
   */
  static void refuseFolders(StoreFiles files) throws IOException {
    for (String folder : FOLDERS) {
      for (String name : in(files, folder)) {
        if (files.isFolder(name)) {
          throw new StoreException(
              files.describe(name) + ": is a folder in place of a file of the store; move it away");
        }
      }
    }
  }
}
