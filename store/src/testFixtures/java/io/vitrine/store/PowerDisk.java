package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A disk that can lose its power: of what was not forced, any page may have come to it in any
 * version that it had, and any name that was given, changed or deleted may be so or not. Safe for
 * any number of threads.
 *
 * <p>What a force, or the creation of a name, does is done in one step under the lock, in which
 * images are taken, too. So an image never has a later force without an earlier one.
 */
final class PowerDisk implements AutoCloseable {
  /** Is told of every operation before it is done, under the lock. */
  @FunctionalInterface
  interface Watch {
    /**
     * Called before an operation.
     *
     * @throws IOException to let it fail
     */
    void before(String operation, String name) throws IOException;
  }

  private record Naming(String name, @Nullable PowerFile file) {}

  private final Arena arena = Arena.ofShared();

  /** As programs see them. */
  private final Map<String, PowerFile> names = new TreeMap<>();

  /** As they are on disk. */
  private final Map<String, PowerFile> forcedNames = new TreeMap<>();

  /** What was done to names since, each operation with what it did. */
  private final List<List<Naming>> pending = new ArrayList<>();

  private final Set<String> forcedFolders = new HashSet<>(Set.of("."));

  /** Numbers in the process table of those who live, with their incarnations. */
  final Map<Integer, Long> attached = new HashMap<>();

  final Semaphore gate = new Semaphore(1);
  private Watch watch = (operation, name) -> {};

  /** The files of the disk as a machine has them that was started under this identity. */
  StoreFiles files(long bootId) {
    return new PowerFiles(this, bootId);
  }

  synchronized void watch(Watch next) {
    watch = next;
  }

  void before(String operation, String name) throws IOException {
    watch.before(operation, name);
  }

  static String folderOf(String name) {
    int slash = name.lastIndexOf('/');
    return slash < 0 ? "." : name.substring(0, slash);
  }

  synchronized boolean exists(String name) {
    return names.containsKey(name);
  }

  synchronized List<String> list(String folder) {
    return names.keySet().stream()
        .filter(name -> folderOf(name).equals(folder))
        .map(name -> name.substring(name.lastIndexOf('/') + 1))
        .toList();
  }

  synchronized @Nullable PowerFile find(String name) {
    return names.get(name);
  }

  synchronized PowerFile newFile(String name, long bytes, boolean grows) {
    return new PowerFile(this, name, bytes, grows, arena);
  }

  /** Gives a new file its name; false where it is taken. */
  synchronized boolean name(String name, PowerFile file) throws IOException {
    before("name", name);
    if (names.containsKey(name)) {
      return false;
    }
    change(List.of(new Naming(name, file)));
    return true;
  }

  /** Gives a file a name in place of the one that has it. */
  synchronized void replace(String name, PowerFile file) throws IOException {
    before("name", name);
    change(List.of(new Naming(name, file)));
  }

  synchronized void rename(String from, String to) throws IOException {
    before("rename", from);
    PowerFile file = names.get(from);
    if (file == null) {
      throw new java.nio.file.NoSuchFileException(from);
    }
    change(List.of(new Naming(to, file), new Naming(from, null)));
  }

  synchronized void link(String name, String second) throws IOException {
    before("link", name);
    PowerFile file = names.get(name);
    if (file == null) {
      throw new java.nio.file.NoSuchFileException(name);
    }
    if (!names.containsKey(second)) {
      change(List.of(new Naming(second, file)));
    }
  }

  synchronized void delete(String name) throws IOException {
    before("delete", name);
    if (names.containsKey(name)) {
      change(List.of(new Naming(name, null)));
    }
  }

  private void change(List<Naming> namings) {
    pending.add(namings);
    namings.forEach(naming -> apply(naming, names));
  }

  private static void apply(Naming naming, Map<String, PowerFile> to) {
    if (naming.file != null) {
      to.put(naming.name, naming.file);
    } else {
      to.remove(naming.name);
    }
  }

  synchronized void forceFolder(String folder) throws IOException {
    before("forceFolder", folder);
    for (int i = 0; i < pending.size(); i++) {
      var left = new ArrayList<Naming>();
      for (Naming naming : pending.get(i)) {
        if (folderOf(naming.name).equals(folder)) {
          apply(naming, forcedNames);
        } else {
          left.add(naming);
        }
      }
      pending.set(i, left);
    }
    pending.removeIf(List::isEmpty);
    if (folder.equals(".")) {
      names.keySet().forEach(name -> forcedFolders.add(folderOf(name)));
    }
  }

  /** The kernel writes some pages by itself. */
  synchronized void writeSome(Random random) {
    if (!names.isEmpty()) {
      var files = List.copyOf(names.values());
      files.get(random.nextInt(files.size())).writeSome(random);
    }
  }

  /** What may be left when the power goes at this moment. */
  synchronized PowerDisk afterPowerLoss(Random random) {
    var left = new TreeMap<String, PowerFile>(forcedNames);
    int mode = random.nextInt(4);
    int cut = random.nextInt(pending.size() + 1);
    for (int i = 0; i < pending.size(); i++) {
      boolean happened =
          switch (mode) {
            case 0 -> true;
            case 1 -> false;
            case 2 -> i < cut;
            default -> random.nextBoolean();
          };
      if (happened) {
        pending.get(i).forEach(naming -> apply(naming, left));
      }
    }
    for (String folder : left.keySet().stream().map(PowerDisk::folderOf).distinct().toList()) {
      if (!forcedFolders.contains(folder) && random.nextBoolean()) {
        left.keySet().removeIf(name -> folderOf(name).equals(folder));
      }
    }
    var image = new PowerDisk();
    var copies = new IdentityHashMap<PowerFile, PowerFile>();
    left.forEach((name, file) ->
        image.add(
            name, copies.computeIfAbsent(file, f -> f.afterPowerLoss(image, random, image.arena))));
    return image;
  }

  /** What is left when all processes are killed at this moment. */
  synchronized PowerDisk afterKill() {
    var image = new PowerDisk();
    var copies = new IdentityHashMap<PowerFile, PowerFile>();
    names.forEach((name, file) ->
        image.add(name, copies.computeIfAbsent(file, f -> f.afterKill(image, image.arena))));
    return image;
  }

  private void add(String name, PowerFile file) {
    names.put(name, file);
    forcedNames.put(name, file);
    forcedFolders.add(folderOf(name));
  }

  @Override
  public void close() {
    arena.close();
  }
}
