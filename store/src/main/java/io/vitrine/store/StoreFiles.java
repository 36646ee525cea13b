package io.vitrine.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The file system as the store sees it: a seam for tests and for stores in memory. Safe for any
 * number of threads. Names are relative to the store's folder, with {@code /} between.
 *
 * <p>What only a disk can do has a default for files that have none behind them.
 */
interface StoreFiles extends AutoCloseable {
  /** Human-readable place of a file, for messages. */
  String describe(String name);

  /** The folder that they lie in; null where they have no names on a disk. */
  default @Nullable Path root() {
    return null;
  }

  boolean exists(String name);

  /** Whether a name is that of a folder itself, and of no link to one. */
  default boolean isFolder(String name) {
    return false; // elsewhere there are none but in names
  }

  /** Names of the files directly in a folder, in order; empty where there is no such folder. */
  List<String> list(String folder) throws IOException;

  /**
   * Creates a file of zeros under a name that is not there yet; it appears complete or not at all.
   *
   * @param bytes how much of it is backed by disk blocks
   * @param capacity its apparent size, at least {@code bytes}
   * @param init fills it before it gets its name
   * @return false if the name was there already
   * @throws StoreFullException if there is no room
   */
  boolean create(String name, long bytes, long capacity, Initialiser init) throws IOException;

  /**
   * Creates a file like {@link #create}, fit to be forced in small pieces; content and name are on
   * disk when it returns.
   */
  default boolean createForced(String name, long bytes, long capacity, Initialiser init)
      throws IOException {
    return create(name, bytes, capacity, init);
  }

  /** Begins to write a file, in place of one of the same name once it is finished. */
  default FileOutput write(String name) throws IOException {
    throw new UnsupportedOperationException(describe(name) + ": has no disk behind it");
  }

  /**
   * Opens a file.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  MappedFile open(String name) throws IOException;

  /**
   * Opens a file, by which these are known from then on, see {@link #knowBy}.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  default MappedFile openKnown(String name) throws IOException {
    knowBy(name);
    return open(name);
  }

  /**
   * Looks at a file that is about to be opened. What is told may be a copy of its first bytes, so
   * that nothing may be changed by it.
   *
   * @param bytes how many bytes there are to be looked at; fewer if the file has fewer
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  default MappedFile look(String name, int bytes) throws IOException {
    return open(name);
  }

  /**
   * What tells the file that has a name now from every other that exists.
   *
   * @return null where there is no such file, or that cannot be told without opening it
   */
  default @Nullable Object identity(String name) {
    return null;
  }

  /**
   * Says that from now on these are the files of the store whose folder has this very file, which
   * is open: if the folder is moved, removed or replaced, whatever looks for a file or changes a
   * name is refused with a {@link StoreException}.
   */
  default void knowBy(String name) throws IOException {
    // what is in memory is nobody else's
  }

  /**
   * Asks whether the folder is still that of the store.
   *
   * @throws StoreException if it was moved, removed or replaced
   */
  default void checkFolder() {
    // it is
  }

  void delete(String name) throws IOException;

  /** Gives a file another name, in place of the one that has it, in one step. */
  default void rename(String from, String to) throws IOException {
    throw new UnsupportedOperationException(describe(from) + ": has no disk behind it");
  }

  /** Gives a file a second name, unless there is something of that name. */
  default void link(String name, String second) throws IOException {
    throw new UnsupportedOperationException(describe(name) + ": has no disk behind it");
  }

  /** Deletes a folder if it is there and empty. */
  default void deleteFolder(String folder) throws IOException {
    // there are none but in names
  }

  /**
   * Brings the names in a folder to disk: what was created, renamed and deleted there. With {@code
   * .}, the store's own folder, those of the folders that it lies in, too.
   */
  default void forceFolder(String folder) throws IOException {
    // there is no disk to bring them to
  }

  /**
   * Deletes what killed processes left of files that they were creating in a folder; only while
   * nobody can be creating one there.
   */
  void deleteUnfinished(String folder);

  /** Deletes what killed processes left of one file, which has been made by now. */
  default void deleteUnfinishedOf(String name) {
    // nobody else makes it
  }

  /** Waits until nobody else is at the gate of the store. */
  default Gate gate() throws IOException {
    return Gate.OPEN;
  }

  /** Waits so until a time of System.nanoTime; null where somebody is there all the time. */
  default @Nullable Gate gateUntil(long deadlineNanos) throws IOException {
    return gate();
  }

  /** Waits so where somebody has made a gate; null where nobody has, or that cannot be told. */
  default @Nullable Gate gateIfThere() throws IOException {
    return null;
  }

  /** Tells the present start of the machine from others, see {@link BootId}. */
  default long bootId() {
    return BootId.UNKNOWN;
  }

  /** Whether files are created ahead of need by another thread, where that can be. */
  default boolean worksAhead() {
    return false;
  }

  /** Says which open file has become smaller than what is mapped of it; null for none. */
  default @Nullable String findCutOff() {
    return null;
  }

  /** Joins the processes that have the store open. */
  Attachment attach(ProcessTable table) throws IOException;

  @Override
  void close();

  /** Fills a new file. */
  @FunctionalInterface
  interface Initialiser {
    void fill(java.lang.foreign.MemorySegment memory);
  }
}
