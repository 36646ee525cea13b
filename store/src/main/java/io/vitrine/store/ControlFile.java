package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;

/** Creates and opens the control file of a store. Stateless; any thread. */
final class ControlFile {
  /** All before the table of processes. */
  private static final int LOOKED_AT = (int) MapLayout.PAGE;

  private ControlFile() {}

  /** Opens the control file, creating the store where the folder is empty or absent. */
  static MappedFile open(Surroundings surroundings) throws IOException {
    make(surroundings);
    return validated(surroundings.files().open(ControlLayout.FILE));
  }

  /** Opens the control file as {@link StoreFiles#openKnown}, creating it as {@link #open} does. */
  static MappedFile openKnown(Surroundings surroundings) throws IOException {
    try {
      return validated(surroundings.files().openKnown(ControlLayout.FILE));
    } catch (NoSuchFileException e) {
      make(surroundings);
      return validated(surroundings.files().openKnown(ControlLayout.FILE));
    }
  }

  /** Looks at the control file, as {@link StoreFiles#look}, creating it as {@link #open} does. */
  static MappedFile look(Surroundings surroundings) throws IOException {
    try {
      return validated(surroundings.files().look(ControlLayout.FILE, LOOKED_AT));
    } catch (NoSuchFileException e) {
      make(surroundings);
      return validated(surroundings.files().look(ControlLayout.FILE, LOOKED_AT));
    }
  }

  /** Refuses a store of another format; not one whose control file is damaged or missing. */
  static void refuseOtherFormat(StoreFiles files) throws IOException {
    try {
      validated(files.look(ControlLayout.FILE, LOOKED_AT)).close();
    } catch (CorruptStoreException | NoSuchFileException e) {
      // tells of no other format
    }
  }

  private static void make(Surroundings surroundings) throws IOException {
    StoreFiles files = surroundings.files();
    if (!files.exists(ControlLayout.FILE)) {
      refuseForeign(files);
      try {
        create(
            files,
            ControlLayout.FILE,
            drawEpoch(surroundings),
            memory -> {
              Memory.set(memory, ControlLayout.NEXT_MAP_ID, CheckedWord.of(1));
              CollectionCount.set(memory, 0);
              long none = CheckedWord.of(UnloggedRevisions.NONE_YET);
              Memory.set(memory, ControlLayout.UNLOGGED, none);
              Memory.set(memory, ControlLayout.BOOT_ID, CheckedWord.of(files.bootId()));
            });
      } catch (StoreException | IOException e) {
        if (!files.exists(ControlLayout.FILE)) {
          throw e;
        } // else somebody else was first, and saw to what others had left
      }
    }
  }

  /** What a version word is that is damaged, for the rest of its header is of another one. */
  static String wrongVersion(long found, long expected) {
    return "is no version that matches the header: it says "
        + found
        + ", expected "
        + expected
        + "; run \"vitrine repair\"";
  }

  private static MappedFile validated(MappedFile file) throws IOException {
    try {
      validate(file);
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
    return file;
  }

  /** A new identity for a change log. */
  static long drawEpoch(Surroundings surroundings) {
    return (surroundings.random().getAsLong() >>> 1) | 1;
  }

  /** Creates a control file, which is on disk before it gets its name. */
  static void create(StoreFiles files, String name, long epoch, StoreFiles.Initialiser words)
      throws IOException {
    files.createForced(
        name,
        ControlLayout.LENGTH,
        ControlLayout.LENGTH,
        memory -> {
          Memory.set(memory, ControlLayout.MAGIC, ControlLayout.MAGIC_VALUE);
          Memory.set(memory, ControlLayout.VERSION, ControlLayout.VERSION_VALUE);
          Memory.set(memory, ControlLayout.EPOCH, epoch);
          Memory.set(memory, ControlLayout.CHECK, check(memory));
          words.fill(memory);
        });
  }

  private static void refuseForeign(StoreFiles files) throws IOException {
    var found = new ArrayList<String>(files.list("."));
    found.remove("lost+found"); // a file system of its own has that
    // Another process may have made the store since; the control file is the first that it makes.
    if (!found.isEmpty() && !files.exists(ControlLayout.FILE)) {
      throw new StoreException(
          files.describe("")
              + ": is not a store: it has no "
              + ControlLayout.FILE
              + " and is not empty (it has "
              + found.getFirst()
              + "); name a store or an empty folder");
    }
  }

  /** Refuses a file of another format version. */
  static void checkVersion(String file, long found, long known) {
    if (found > known) {
      throw new StoreException(
          file
              + ": format version is "
              + found
              + ", this program knows up to "
              + known
              + "; use a newer Vitrine");
    }
    if (found < known) {
      throw new StoreException(
          file
              + ": format version is "
              + found
              + ", this program knows only "
              + known
              + "; export the data with the version of Vitrine that wrote it");
    }
  }

  private static long check(MemorySegment memory) {
    return Checks.of(memory, 0, ControlLayout.CHECK);
  }

  /**
   * Refuses a file of another format version, or whose version word is damaged.
   *
   * @param checkAt where the check is of all words before it
   * @throws CorruptStoreException if the word is no version, or the header would match its check if
   *     it told the version that is known here
   */
  static void checkVersion(MappedFile file, long known, long checkAt) {
    MemorySegment memory = file.memory();
    long version = Memory.get(memory, ControlLayout.VERSION); // which is at 8 in all files
    boolean isNone = version <= 0; // such as the zeros that damage leaves
    if (isNone || (version != known && isDamagedVersion(memory, known, checkAt))) {
      throw new CorruptStoreException(
          file.name() + ": word at 0x8 " + wrongVersion(version, known));
    }
    checkVersion(file.name(), version, known);
  }

  private static boolean isDamagedVersion(MemorySegment memory, long known, long checkAt) {
    return Memory.get(memory, checkAt) == Checks.of(headOf(memory, checkAt, known), 0, checkAt);
  }

  /** A copy of the first bytes of a file, with another version. */
  static MemorySegment headOf(MemorySegment memory, long bytes, long version) {
    MemorySegment head = MemorySegment.ofArray(new long[(int) bytes / 8]);
    MemorySegment.copy(memory, 0, head, 0, bytes);
    Memory.set(head, ControlLayout.VERSION, version);
    return head;
  }

  static void validate(MappedFile file) throws IOException {
    MemorySegment memory = file.memory();
    long mapped = memory.byteSize();
    long size = mapped < ControlLayout.LENGTH ? file.size() : mapped; // a copy may be shorter
    if (size < ControlLayout.LENGTH) {
      throw new CorruptStoreException(
          file.name()
              + ": has "
              + size
              + " bytes, "
              + ControlLayout.LENGTH
              + " expected: it is truncated or no control file of a store");
    }
    if (Memory.get(memory, ControlLayout.MAGIC) != ControlLayout.MAGIC_VALUE) {
      throw new CorruptStoreException(
          file.name() + ": does not begin with VITRSTOR: it is no control file of a store");
    }
    checkVersion(file, ControlLayout.VERSION_VALUE, ControlLayout.CHECK);
    if (Memory.get(memory, ControlLayout.CHECK) != check(memory)) {
      throw new CorruptStoreException(
          file.name()
              + ": word at 0x18 does not match the header before it; run \"vitrine repair\"");
    }
  }
}
