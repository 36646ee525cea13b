package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Puts the files that a repair made in the place of those before, all or none. For one thread,
 * while nobody has the store open.
 */
final class RepairPlan {
  /* The new files lie in a folder of their own. When all of them are on disk, the plan gets its
   * name there: from that moment on the repair is made, and whoever comes next carries the plan
   * out to its end, each step of which may be made again. Before, nothing of the store is
   * touched. */

  static final String FOLDER = "repair";

  private static final String PLAN = FOLDER + "/plan";
  private static final String END = "end";

  /** Where files get or lose names. */
  private static final List<String> FOLDERS =
      List.of("maps", "sets", "lists", LogFile.FOLDER, CheckpointWriter.FOLDER, ".");

  private final StoreFiles files;
  private final String keptIn;
  private final List<String> lines = new ArrayList<>();
  private boolean keeps;

  /**
   * Begins a plan.
   *
   * @param keptIn folder for the files that are replaced, empty to delete them
   */
  RepairPlan(StoreFiles files, String keptIn) {
    this.files = files;
    this.keptIn = keptIn;
    lines.add("keep\t" + keptIn);
  }

  /** Removes what a repair left that did not come to its plan. */
  static void clear(StoreFiles files) throws IOException {
    for (String name : files.list(FOLDER)) {
      files.delete(FOLDER + "/" + name);
    }
    files.deleteUnfinished(FOLDER);
    files.deleteFolder(FOLDER);
  }

  /** Refuses a store whose repair did not come to its end. */
  static void refuseUnfinished(StoreFiles files) {
    if (files.exists(PLAN)) {
      throw new StoreException(
          files.describe("") + ": a repair was interrupted; run \"vitrine repair\" again");
    }
  }

  /** Carries out the plan of an interrupted repair; false if there is none. */
  static boolean resume(StoreFiles files) throws IOException {
    if (!files.exists(PLAN)) {
      return false;
    }
    ControlFile.refuseOtherFormat(files); // whose plan may say more than is known here
    List<String> lines;
    try (MappedFile file = files.open(PLAN)) {
      MemorySegment memory = file.memory();
      lines =
          new String(memory.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8)
              .lines()
              .toList();
    }
    if (lines.isEmpty() || !lines.getLast().equals(END)) {
      throw new CorruptStoreException(
          files.describe(PLAN) + ": has no end; delete it and run \"vitrine repair\" again");
    }
    carryOut(files, lines);
    return true;
  }

  /** A file takes the place of the one of that name. */
  void replace(String staged, String name) {
    keeps |= files.exists(name);
    lines.add("replace\t" + staged + "\t" + name);
  }

  /** A file goes. */
  void remove(String name) {
    keeps |= files.exists(name);
    lines.add("remove\t" + name);
  }

  /** Makes the repair: from here on it is carried out to its end, by whomever. */
  void commit() throws IOException {
    lines.add(END);
    files.forceFolder(FOLDER);
    byte[] text = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8);
    try (FileOutput plan = files.write(PLAN)) {
      plan.write(text, text.length);
      plan.finish();
    }
    carryOut(files, lines);
  }

  private static void carryOut(StoreFiles files, List<String> lines) throws IOException {
    keepAll(files, lines);
    for (String line : lines) {
      String[] words = line.split("\t", -1);
      switch (words[0]) {
        case "replace" -> {
          if (files.exists(words[1])) {
            files.rename(words[1], words[2]);
          }
        }
        case "remove" -> files.delete(words[1]);
        default -> {
          // where to keep them, or the end
        }
      }
    }
    for (String folder : FOLDERS) {
      files.forceFolder(folder);
    }
    files.delete(PLAN);
    clear(files);
  }

  /** Gives what is replaced or goes its second name, on disk before it loses the first. */
  private static void keepAll(StoreFiles files, List<String> lines) throws IOException {
    String keptIn = "";
    for (String line : lines) {
      String[] words = line.split("\t", -1);
      switch (words[0]) {
        case "keep" -> keptIn = words[1];
        case "replace" -> {
          if (files.exists(words[1])) { // else what has the name is the new one
            keep(files, words[2], keptIn);
          }
        }
        case "remove" -> keep(files, words[1], keptIn);
        default -> {
          // the end
        }
      }
    }
    if (!keptIn.isEmpty()) {
      for (String folder : FOLDERS) {
        files.deleteUnfinished(keptIn + "/" + folder); // of who died where there are no links
        files.forceFolder(keptIn + "/" + folder);
      }
    }
  }

  /** Gives a file a second name, under which it stays. */
  private static void keep(StoreFiles files, String name, String keptIn) throws IOException {
    if (!keptIn.isEmpty() && files.exists(name)) {
      files.link(name, keptIn + "/" + name);
    }
  }

  /** The folder for the files that are replaced, empty if there are none or they are not kept. */
  String keptIn() {
    return keeps ? keptIn : "";
  }
}
