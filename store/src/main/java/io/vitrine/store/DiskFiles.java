package io.vitrine.store;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files of a store in a folder on disk. Safe for any number of threads and processes. */
final class DiskFiles implements StoreFiles {
  /** The only thing that is done to it is to lock its bytes, see {@link LockFile}. */
  static final String LOCK_FILE = "store.lock";

  /**
   * The kernel keeps a file in memory in pieces as large as it was written in, and what is forced
   * through a mapping are whole pieces: 90 microseconds for one of this size, 300 for a MiB.
   */
  private static final int FORCED_PIECE_BYTES = 16 << 10;

  private static final boolean FOLDERS_ARE_FILES =
      !System.getProperty("os.name", "").startsWith("Windows");

  private final Path root;
  private final OwnFolder own;
  private final OpenFiles open = new OpenFiles();
  private final InPlace inPlace;

  /** Gives a file a second name. */
  @FunctionalInterface
  interface Linking {
    void link(Path name, Path file) throws IOException;
  }

  private final Linking linking;

  /** At the gate, while the folder is to become known there. */
  private volatile LockFile.@Nullable AtGate atGate;

  DiskFiles(Path root) {
    this(root, Files::createLink);
  }

  /** For a test of file systems without second names. */
  DiskFiles(Path root, Linking linking) {
    this.root = root;
    this.linking = linking;
    this.own = new OwnFolder(root);
    this.inPlace = new InPlace(root);
  }

  @Override
  public void knowBy(String name) throws IOException {
    own.knowBy(path(name));
  }

  @Override
  public void checkFolder() {
    own.check();
  }

  private Path path(String name) {
    return root.resolve(name);
  }

  @Override
  public @Nullable Path root() {
    return root;
  }

  @Override
  public String describe(String name) {
    return path(name).toString();
  }

  @Override
  public boolean exists(String name) {
    Path file = path(name);
    Path folder = file.getParent();
    // That there is no file the JDK tells itself by an exception, where links are not followed.
    boolean mayBe = folder == null || folder.equals(root) || Files.exists(folder);
    return mayBe && Files.exists(file, LinkOption.NOFOLLOW_LINKS); // a link to nothing is one
  }

  @Override
  public boolean isFolder(String name) {
    return Files.isDirectory(path(name), LinkOption.NOFOLLOW_LINKS);
  }

  @Override
  public List<String> list(String folder) throws IOException {
    own.check();
    Path dir = path(folder);
    if (!Files.isDirectory(dir)) {
      if (Files.exists(dir, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(dir)) {
        throw new CorruptStoreException(dir + ": is no folder; move it away");
      }
      return List.of();
    }
    try (Stream<Path> files = Files.list(dir)) {
      return files
          .map(f -> f.getFileName().toString())
          .filter(f -> !UnfinishedName.is(f))
          .sorted()
          .toList();
    }
  }

  @Override
  public boolean create(String name, long bytes, long capacity, Initialiser init)
      throws IOException {
    return create(name, bytes, capacity, init, false);
  }

  @Override
  public boolean createForced(String name, long bytes, long capacity, Initialiser init)
      throws IOException {
    boolean created = create(name, bytes, capacity, init, true);
    forceNameOf(path(name));
    return created;
  }

  private boolean create(String name, long bytes, long capacity, Initialiser init, boolean forced)
      throws IOException {
    Path target = path(name);
    Path fresh = unnamed(target);
    try {
      Io.call(() -> {
        write(fresh, bytes, capacity, init, forced);
        return Boolean.TRUE;
      });
      return name(fresh, target);
    } catch (IOException e) {
      own.check(); // which may be why
      if (Io.isNotForRoom(e)) {
        throw new StoreException(target + ": cannot create: " + Io.why(e), e);
      }
      throw new StoreFullException(
          target + ": cannot create with " + bytes + " bytes: " + e.getMessage(), e);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  /** A name for what shall be a file when it is whole. */
  private Path unnamed(Path target) throws IOException {
    makeFolderOf(target);
    return target.resolveSibling(UnfinishedName.of(String.valueOf(target.getFileName())));
  }

  /** Creates the folder that a file is to lie in, but never anew the one that the store had. */
  private void makeFolderOf(Path file) throws IOException {
    own.check();
    Path folder = java.util.Objects.requireNonNull(file.getParent());
    if (own.isKnown()) {
      makeBelowRoot(folder);
    } else {
      Files.createDirectories(folder);
    }
  }

  private void makeBelowRoot(Path folder) throws IOException {
    if (folder.equals(root) || Files.isDirectory(folder)) {
      return;
    }
    makeBelowRoot(java.util.Objects.requireNonNull(folder.getParent()));
    try {
      Files.createDirectory(folder);
    } catch (FileAlreadyExistsException e) {
      // somebody else made it
    }
  }

  private static void write(Path fresh, long bytes, long capacity, Initialiser init, boolean forced)
      throws IOException {
    // Not one confined to a thread: the JIT would compile the question whose it is, and two ways to
    // go on, into every access to a mapping from then on.
    try (var file = new RandomAccessFile(fresh.toFile(), "rw");
        var arena = Arena.ofShared()) {
      file.setLength(capacity);
      FileChannel channel = file.getChannel();
      if (forced) {
        DiskFile.writeZeros(channel, 0, bytes, FORCED_PIECE_BYTES);
      } else {
        DiskFile.writeZeros(channel, 0, bytes);
      }
      init.fill(map(fresh, channel, capacity, arena));
      if (forced) {
        channel.force(true); // what was stored through the mapping is among it
      }
    }
  }

  private static MemorySegment map(Path file, FileChannel channel, long bytes, Arena arena)
      throws IOException {
    try {
      return channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes, arena);
    } catch (IOException e) {
      throw Unfit.mapping(file.toString(), bytes, e);
    }
  }

  /**
   * A link fails where the name is taken, which a move would overwrite. Where files cannot have two
   * names (FAT, some of FUSE) a look before must do: who makes a file has a lock of the store, or
   * is at its gate, so that only one who lost it to others could come in between.
   */
  private boolean name(Path fresh, Path target) throws IOException {
    own.check(); // to write it may have taken long
    try {
      if (linked(target, fresh)) {
        return true;
      }
    } catch (FileAlreadyExistsException e) {
      return false;
    }
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    return true;
  }

  /** Gives a file a second name; false where files cannot have two. */
  private boolean linked(Path name, Path file) throws IOException {
    try {
      linking.link(name, file);
      return true;
    } catch (UnsupportedOperationException e) {
      return false;
    } catch (FileSystemException e) {
      if (Unfit.mayLack(e)) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public FileOutput write(String name) throws IOException {
    Path target = path(name);
    return new DiskOutput(unnamed(target), target, own);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Path target = path(to);
    makeFolderOf(target);
    Files.move(path(from), target, StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void link(String name, String second) throws IOException {
    Path target = path(second);
    makeFolderOf(target);
    try {
      if (!linked(target, path(name)) && !Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
        copy(path(name), target);
      }
    } catch (FileAlreadyExistsException e) {
      // done before
    }
  }

  /** Copies a file; what has the name is whole, and on disk. */
  private void copy(Path file, Path target) throws IOException {
    Path fresh = unnamed(target);
    try {
      Files.copy(file, fresh);
      Io.call(() -> {
        try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
          channel.force(true);
        }
        return Boolean.TRUE;
      });
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  @Override
  public void deleteFolder(String folder) throws IOException {
    own.check();
    try {
      Files.deleteIfExists(path(folder));
    } catch (DirectoryNotEmptyException e) {
      // somebody put something there
    }
  }

  @Override
  public void forceFolder(String folder) throws IOException {
    own.check();
    Path dir = path(folder).normalize();
    if (!Files.isDirectory(dir)) {
      return; // nothing was ever named there
    }
    forceFolder(dir);
    if (dir.equals(root)) {
      for (Path above = root.getParent(); above != null; above = above.getParent()) {
        if (Files.isWritable(above)) { // another's folder holds nothing that we named
          forceFolder(above);
        }
      }
    }
  }

  /** Brings the name of a file to disk, and that of the folder it lies in. */
  static void forceNameOf(Path file) throws IOException {
    Path folder = java.util.Objects.requireNonNull(file.getParent());
    forceFolder(folder);
    forceFolder(java.util.Objects.requireNonNull(folder.getParent()));
  }

  private static void forceFolder(Path folder) throws IOException {
    if (!FOLDERS_ARE_FILES) {
      return; // the system does it by itself
    }
    Io.call(() -> {
      try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
      return Boolean.TRUE;
    });
  }

  @Override
  public MappedFile open(String name) throws IOException {
    own.check();
    Path file = path(name);
    var _ = refuseSpecial(file);
    return map(file);
  }

  @Override
  public MappedFile openKnown(String name) throws IOException {
    Path file = path(name);
    BasicFileAttributes found = refuseSpecial(file);
    Object key = found.isRegularFile() ? found.fileKey() : OwnFolder.keyOf(file);
    MappedFile opened = map(file);
    own.knowBy(file, key);
    return opened;
  }

  private MappedFile map(Path file) throws IOException {
    DiskFile opened = Io.call(() -> DiskFile.open(file, inPlace));
    try {
      return open.note(opened);
    } catch (Throwable e) { // no heap, say
      opened.close();
      throw e;
    }
  }

  @Override
  public MappedFile look(String name, int bytes) throws IOException {
    own.check();
    Path file = path(name);
    var _ = refuseSpecial(file);
    return Io.call(() -> CopiedFile.of(file, bytes));
  }

  /**
   * Refuses what is there and is no file with content: to open a pipe may take for ever.
   *
   * @return what was found, which may be a link to such a file
   * @throws java.nio.file.NoSuchFileException if there is nothing
   */
  static BasicFileAttributes refuseSpecial(Path file) throws IOException {
    var found = Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    if (!found.isRegularFile() && !(found.isSymbolicLink() && Files.isRegularFile(file))) {
      throw new CorruptStoreException(file + ": is no plain file, as those of a store are");
    }
    return found;
  }

  @Override
  public @Nullable Object identity(String name) {
    try {
      return Files.readAttributes(path(name), BasicFileAttributes.class).fileKey();
    } catch (IOException e) {
      return null;
    }
  }

  @Override
  public @Nullable String findCutOff() {
    return open.findCutOff();
  }

  @Override
  public void delete(String name) throws IOException {
    own.check();
    Files.deleteIfExists(path(name));
  }

  @Override
  public void deleteUnfinished(String folder) {
    own.check();
    Path dir = path(folder);
    if (!Files.isDirectory(dir)) {
      return;
    }
    try (var unfinished =
        Files.newDirectoryStream(
            dir, file -> UnfinishedName.is(String.valueOf(file.getFileName())))) {
      for (Path file : unfinished) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new StoreException(dir + ": cannot remove unfinished files: " + e.getMessage(), e);
    }
  }

  @Override
  public void deleteUnfinishedOf(String name) {
    own.check();
    Path file = path(name);
    String whole = String.valueOf(file.getFileName());
    try (var left =
        Files.newDirectoryStream(
            file.toAbsolutePath().getParent(),
            other ->
                UnfinishedName.isOf(String.valueOf(other.getFileName()), whole)
                    && Files.isRegularFile(other, LinkOption.NOFOLLOW_LINKS))) {
      for (Path each : left) {
        Files.deleteIfExists(each);
      }
    } catch (IOException | DirectoryIteratorException e) {
      // it takes room, and is in nobody's way
    }
  }

  @Override
  public boolean worksAhead() {
    return !Step.isOn(); // else a test says in which thread what happens
  }

  @Override
  public Gate gate() throws IOException {
    own.check();
    return known(LockFile.gate(path(LOCK_FILE)));
  }

  @Override
  public @Nullable Gate gateUntil(long deadlineNanos) throws IOException {
    own.check();
    LockFile.AtGate gate = LockFile.gateUntil(path(LOCK_FILE), deadlineNanos);
    return gate == null ? null : known(gate);
  }

  @Override
  public @Nullable Gate gateIfThere() throws IOException {
    own.check();
    LockFile.AtGate gate = LockFile.gateIfThere(path(LOCK_FILE));
    return gate == null ? null : known(gate);
  }

  /** Lets the folder be known by its gate, if it is not known yet. */
  private Gate known(LockFile.AtGate gate) {
    if (own.isKnown()) {
      return gate;
    }
    var first = new FirstGate(gate);
    first.hold(); // until it is known by the control file
    atGate = gate;
    return first;
  }

  /** The gate of a folder of which nothing else is known yet. */
  private final class FirstGate implements Gate {
    private final LockFile.AtGate gate;

    FirstGate(LockFile.AtGate gate) {
      this.gate = gate;
    }

    @Override
    public boolean isAlone() {
      return gate.isAlone();
    }

    @Override
    public void hold() {
      own.knowBy(path(LOCK_FILE), gate.fileKey());
    }

    @Override
    public void close() {
      atGate = null;
      own.forgetUnlessKnownBy(ControlLayout.FILE);
      gate.close();
    }
  }

  @Override
  public long bootId() {
    return BootId.ofThisMachine();
  }

  @Override
  public Attachment attach(ProcessTable table) throws IOException {
    LockFile.AtGate gate = atGate;
    Object store = own.keyOf(ControlLayout.FILE);
    if (gate != null && store != null && gate.isOfItsPath()) { // both are of one folder
      return LockFile.attach(gate, table, store);
    }
    own.check();
    return LockFile.attach(path(LOCK_FILE), table);
  }

  @Override
  public void close() {
    // nothing is held open here
  }
}
