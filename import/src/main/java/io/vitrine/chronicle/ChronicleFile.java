package io.vitrine.chronicle;

import io.vitrine.store.StoreException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.function.BiConsumer;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import org.jspecify.annotations.Nullable;

/** A file of Chronicle Map, opened. For the main thread. */
final class ChronicleFile implements AutoCloseable {
  private static final int SHOWN = 400;

  private final Path file;
  private final ChronicleMap<?, ?> map;

  private ChronicleFile(Path file, ChronicleMap<?, ?> map) {
    this.file = file;
    this.map = map;
  }

  /**
   * Opens a file whose header was checked.
   *
   * @throws ImportException if another process has it open, or Chronicle does not open it
   */
  static ChronicleFile open(Path file, Class<?> keys, Class<?> values, UserClasses user) {
    requireNobodyElse(file);
    var classes = new HashSet<String>(user.named());
    classes.add(keys.getName());
    classes.add(values.getName());
    SerialGate.allowOnly(classes);
    try {
      ChronicleMap<?, ?> map =
          ChronicleMapBuilder.of(keys, values).createPersistedTo(file.toFile());
      return new ChronicleFile(file, map);
    } catch (IOException | RuntimeException | LinkageError | AssertionError e) {
      throw new ImportException(
          file + ": Chronicle Map does not open it: " + e + openHint(file, e), e);
    }
  }

  /** What to do about a file of another length than its header tells. */
  private static String openHint(Path file, Throwable failure) {
    return String.valueOf(failure.getMessage()).contains("unexpected length")
        ? "; it is not whole: copy it anew while nobody has it open (it has %,d bytes here)"
            .formatted(file.toFile().length())
        : "";
  }

  /** Whoever has a map open holds a shared lock on its file. */
  private static void requireNobodyElse(Path file) {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null) {
        throw new ImportException(
            file + ": is open in another process; close it there, or import a copy of the file");
      }
    } catch (IOException e) {
      throw new ImportException(file + ": cannot open for reading and writing: " + e, e);
    }
  }

  /** How many entries the file says that it has. */
  long size() {
    return map.longSize();
  }

  /** Hands on one entry, if there is any, as {@link #forEach} does. */
  void first(BiConsumer<Object, Object> action) {
    var at = new At();
    guarded(
        at,
        () ->
            map.forEachEntryWhile(entry -> {
              Object key = entry.key().get();
              at.key = key;
              action.accept(key, entry.value().get());
              return false;
            }));
  }

  /**
   * Hands on every entry. Key and value are good only during the call.
   *
   * @throws ImportException if an entry cannot be read
   */
  void forEach(BiConsumer<Object, Object> action) {
    var at = new At();
    guarded(
        at,
        () ->
            map.forEachEntry(entry -> {
              Object key = entry.key().get();
              at.key = key;
              action.accept(key, entry.value().get());
              at.key = null;
              at.entries++;
            }));
  }

  /** How far a walk is. */
  private static final class At {
    long entries;
    @Nullable Object key;

    /** Names the entry that could not be read. */
    @Override
    public String toString() {
      String which = key == null ? "an entry" : "the entry of the key " + Shapes.describe(key);
      return which + " cannot be read, behind " + entries + " that could";
    }
  }

  private void guarded(At at, Runnable walk) {
    try {
      walk.run();
    } catch (ImportException | StoreException e) { // the store's say themselves whose they are
      throw e;
    } catch (RuntimeException | LinkageError | AssertionError | VirtualMachineError e) {
      throw new ImportException(
          "%s: %s: %s%s".formatted(file, at, brief(String.valueOf(e)), hint(e)), e);
    }
  }

  /** Chronicle Map shows the bytes that it could make nothing of, whatever they are. */
  private static String brief(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
  }

  private static String hint(Throwable failure) {
    for (Throwable e = failure; e != null; e = e.getCause()) {
      if (e instanceof ImportException) {
        return "; " + e.getMessage();
      }
      if (e.getClass().getSimpleName().contains("DeadLock")) {
        return "; a process died while it held a lock, so open the file once with"
            + " ChronicleMapBuilder.recoverPersistedTo";
      }
      if (String.valueOf(e.getMessage()).contains("Size diverged")) {
        return "; it counts more entries than it has, so copy it anew, or open the file once with"
            + " ChronicleMapBuilder.recoverPersistedTo";
      }
    }
    return "";
  }

  @Override
  public void close() {
    map.close();
  }
}
