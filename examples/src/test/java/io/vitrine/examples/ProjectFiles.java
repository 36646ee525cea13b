package io.vitrine.examples;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The files of the project that people write, without what a build makes. For any thread. */
final class ProjectFiles {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private static final Set<String> MADE = Set.of("target", ".git", ".idea", ".vscode");
  private static final Set<String> SUFFIXES =
      Set.of("java", "md", "xml", "yaml", "yml", "html", "css", "js", "properties");
  private static final Set<String> NAMES =
      Set.of("vitrine", "run", "LICENSE", ".gitignore", ".gitattributes", ".editorconfig");

  private ProjectFiles() {}

  /** Returns every file of text, sources and documentation alike, in the order of their paths. */
  static List<Path> text() throws IOException {
    return select(f -> NAMES.contains(nameOf(f)) || SUFFIXES.contains(suffixOf(f)));
  }

  /** Returns the files that end in a dot and the suffix, in the order of their paths. */
  static List<Path> withSuffix(String suffix) throws IOException {
    return select(f -> suffixOf(f).equals(suffix));
  }

  /** Returns how messages name the file: its path from the top of the project. */
  static String named(Path file) {
    return ROOT.relativize(file).toString();
  }

  private static List<Path> select(Predicate<Path> wanted) throws IOException {
    var files = new ArrayList<Path>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return MADE.contains(nameOf(folder))
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile() && !MADE.contains(nameOf(file)) && wanted.test(file)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }
        });
    Collections.sort(files);
    return files;
  }

  private static String nameOf(Path file) {
    return String.valueOf(file.getFileName());
  }

  private static String suffixOf(Path file) {
    String name = nameOf(file);
    return name.substring(name.lastIndexOf('.') + 1);
  }
}
