package io.vitrine.evaluation;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The files that an evaluation is written to, which takes minutes. For one thread. */
final class Outputs {
  private static final String JSON = "--json";
  private static final int LINKS_MAX = 40;

  /** The files by option, with links followed. */
  private final Map<String, Path> files = new LinkedHashMap<>();

  private Outputs() {}

  /**
   * Checks that the files can be written, and are not the same: better now than after minutes.
   * Leaves them as they are.
   *
   * @throws BadInputException if not
   */
  static Outputs checked(@Nullable Path keys, @Nullable Path json, @Nullable Path html) {
    var outputs = new Outputs();
    var all = new LinkedHashMap<String, Path>();
    if (keys != null) {
      all.put("--keys", followed(keys));
    }
    outputs.add(JSON, json, all);
    outputs.add("--html", html, all);
    outputs.files.forEach(Outputs::check);
    return outputs;
  }

  private void add(String option, @Nullable Path given, Map<String, Path> others) {
    if (given == null) {
      return;
    }
    Path file = followed(given);
    others.forEach((other, path) -> {
      if (isSame(path, file)) {
        throw new BadInputException(
            other + " and " + option + " are the same file, " + given + ", expected two");
      }
    });
    others.put(option, file);
    files.put(option, file);
  }

  private static boolean isSame(Path one, Path other) {
    try {
      return one.equals(other)
          || (Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other));
    } catch (IOException e) {
      return false; // whoever reads or writes it will tell
    }
  }

  /** Where a path leads, by links, too; the file need not be there. */
  private static Path followed(Path given) {
    Path file = given.toAbsolutePath();
    try {
      for (int i = 0; i < LINKS_MAX && !Files.exists(file) && Files.isSymbolicLink(file); i++) {
        file = file.resolveSibling(Files.readSymbolicLink(file));
      }
      Path folder = file.getParent();
      return Files.exists(file)
          ? file.toRealPath()
          : folder == null ? file : folder.toRealPath().resolve(file.getFileName());
    } catch (IOException e) {
      return file; // its folder is not there
    }
  }

  private static void check(String option, Path file) {
    Path folder = file.getParent();
    if (folder == null || !Files.isDirectory(folder) || Files.isDirectory(file)) {
      throw new BadInputException(
          option + " is " + file + ", expected a file in a folder that is there");
    }
    try {
      if (!Files.exists(file)) {
        Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE).close();
        Files.delete(file);
      } else if (Files.isRegularFile(file)) {
        Files.newByteChannel(file, StandardOpenOption.WRITE).close();
      } else if (!Files.isWritable(file)) { // a pipe is not opened twice
        throw new BadInputException(option + " is " + file + ", which cannot be written");
      }
    } catch (IOException e) {
      throw new BadInputException(unwritable(option, file, e));
    }
  }

  /**
   * Writes all that can be written.
   *
   * @return what failed, a line each
   */
  List<String> write(HashReport report) {
    var failures = new ArrayList<String>();
    files.forEach((option, file) -> {
      try {
        Files.writeString(file, content(option, report));
      } catch (IOException e) {
        failures.add(unwritable(option, file, e));
      }
    });
    return failures;
  }

  private static String content(String option, HashReport report) {
    return option.equals(JSON) ? report.toJson() : report.toHtml();
  }

  private static String unwritable(String option, Path file, IOException e) {
    String reason = e instanceof FileSystemException of ? of.getReason() : e.getMessage();
    return option
        + " is "
        + file
        + ", which cannot be written: "
        + (reason == null ? e.getClass().getSimpleName() : reason);
  }
}
