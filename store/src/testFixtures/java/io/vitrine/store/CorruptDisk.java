package io.vitrine.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;

/**
 * Damages stores on a real file system, where a name may stand for more than a file. For one
 * thread.
 */
final class CorruptDisk {
  /** Harms the files in a folder. */
  @FunctionalInterface
  private interface Harm {
    void in(Path file) throws IOException;
  }

  private record Image(CorruptDamage damage, Harm harm) {}

  private final Path base;
  private final Path at;
  private final List<Image> images = new ArrayList<>();
  private final CorruptJudge judge;

  /** Makes a store in a folder, and lists what can be done to it. */
  CorruptDisk(CorruptShape shape, long seed, Path folder) throws IOException {
    base = folder.resolve(shape.name() + "-whole");
    at = folder.resolve(shape.name());
    CorruptStore store = CorruptStore.onDisk(shape, seed, base);
    var readOnly = new ReadOnlyFiles(at);
    judge = new CorruptJudge(store, new DiskFiles(at), readOnly);
    for (Path file : contents(base)) {
      if (!file.equals(base)) {
        add(base.relativize(file).toString());
      }
    }
  }

  int size() {
    return images.size();
  }

  CorruptJudge judge() {
    return judge;
  }

  String name(int number) {
    return images.get(number).damage.what();
  }

  private void add(String name) {
    boolean map = name.startsWith("maps") || name.startsWith("sets"); // is made anew if asked for
    boolean lock = name.equals("store.lock");
    add(
        "a folder",
        name,
        map,
        file -> {
          delete(file);
          Files.createDirectories(file.resolve("within"));
        });
    add(
        "a link to itself",
        name,
        map,
        file -> {
          delete(file);
          Files.createSymbolicLink(file, file.getFileName());
        });
    add(
        "a link to nothing",
        name,
        map,
        file -> {
          delete(file);
          Files.createSymbolicLink(file, Path.of("nothing"));
        });
    add(
        "a link to a device",
        name,
        map,
        file -> {
          delete(file);
          Files.createSymbolicLink(file, Path.of("/dev/zero"));
        });
    add(
        "a pipe",
        name,
        map,
        file -> {
          delete(file);
          pipe(file);
        });
    add("nothing", name, map, CorruptDisk::delete);
    add(
        "a text",
        name,
        map,
        file -> {
          delete(file);
          Files.writeString(file, "Dear Sir, this is no store.\n".repeat(lock ? 1 : 400));
        });
  }

  private void add(String what, String name, boolean mayHide, Harm harm) {
    var damage =
        new CorruptDamage(what + " in place of " + name, name, mayHide, false, files -> {});
    images.add(new Image(damage, harm));
  }

  private static void pipe(Path file) throws IOException {
    try {
      new ProcessBuilder("mkfifo", file.toString()).inheritIO().start().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Makes an image, looks at it, uses it, and removes it. */
  CorruptJudge.Outcome run(int number) {
    Image image = images.get(number);
    try {
      copy();
      try {
        image.harm.in(at.resolve(image.damage.file()));
        judge.look(image.damage);
        return judge.use(image.damage, new Random(number));
      } finally {
        delete(at);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void copy() throws IOException {
    for (Path file : contents(base)) {
      Path to = at.resolve(base.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(to);
      } else {
        Files.copy(file, to);
      }
    }
  }

  private static List<Path> contents(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      return files.sorted().toList();
    }
  }

  private static void delete(Path path) throws IOException {
    if (!Files.isDirectory(path, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      Files.deleteIfExists(path);
      return;
    }
    try (var files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
