package io.vitrine.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One open of a store on disk: exclusive kernel locks on the bytes of the lock file that belong to
 * its number in the process table. Safe for any number of threads.
 */
final class LockFile implements Attachment {
  /* The kernel drops the locks when the process dies, whatever its pid namespace, and keeps them
   * while the process is merely paused. Each open has a number of its own, so that what an open
   * leaves behind is taken over even while another open of the same JVM goes on.
   *
   * But POSIX record locks also go when the process closes any descriptor of the file: one that
   * copies the folder of a store which it has open closes one. So a free lock is not enough to take
   * an owner for dead: where it can be seen, it must have ended (ProcessLife), and where it cannot,
   * for it is in another pid namespace, its socket tells (LifeSocket), or, if it has none, it must
   * have left its locks alone for long (Strangers). And
   * an owner locks its bytes again and again (LockKeeper). There are two of them, of which one is
   * locked at any moment; who asks has the first while it asks for the second, and so never meets
   * neither.
   *
   * Nor is it one to find no locks because the lock file is another: somebody may have deleted it
   * and somebody else made it anew. What proves a life does not depend on it, and an owner goes
   * over to the one that is there. */

  /** The byte of the gate, behind the first ones of the processes; before the second ones. */
  private static final long GATE = OwnerWord.SLOTS;

  private static final long SECOND = GATE + 1;
  private static final long AGAIN_NANOS = 100_000;

  private final Path path;
  private final Path control;
  private final Object store;
  private final ProcessTable table;
  private final int slot;
  private final long incarnation;
  private final boolean foundDead;
  private final Strangers strangers = new Strangers();

  /** On lock files that were deleted since, where others may still look for this open's locks. */
  private final List<LockChannel> former = new ArrayList<>();

  private final List<FileLock> formerLocks = new ArrayList<>();
  private volatile LockChannel channel;
  private @Nullable FileLock first;
  private @Nullable FileLock second;
  private @Nullable LifeSocket socket;
  private @Nullable Runnable whenLost;
  private boolean lost;
  private boolean closed;

  private LockFile(
      Path path, LockChannel channel, TwoLocks number, ProcessTable table, Object store) {
    this.path = path;
    this.control = controlOf(path);
    this.store = store;
    this.channel = channel;
    this.table = table;
    this.first = number.first;
    this.second = number.second;
    this.slot = (int) number.first.position();
    this.foundDead = table.pid(slot) != 0;
    long former = table.incarnation(slot);
    if (foundDead || table.hasSocket(slot, former)) { // else there was none, or it was removed
      LifeSocket.remove(control, slot, former);
    }
    this.incarnation = table.take(slot, ProcessLife.ofThisProcess(store));
    try {
      listenForStrangers();
    } catch (Throwable e) {
      table.disown(slot); // without its locks it is that of a dead process
      throw e;
    }
  }

  private static Path controlOf(Path lock) {
    return lock.resolveSibling(ControlLayout.FILE);
  }

  /** The locks that make a number one's own. */
  private record TwoLocks(FileLock first, FileLock second) {}

  /** Joins the store whose lock file this is. */
  static LockFile attach(Path file, ProcessTable table) throws IOException {
    return attach(file, table, LockChannel.keyOf(controlOf(file)), () -> LockChannel.join(file));
  }

  /**
   * Joins a store at whose gate the caller is.
   *
   * @param store tells its control file from every other
   */
  static LockFile attach(AtGate gate, ProcessTable table, Object store) throws IOException {
    return attach(gate.path, table, store, gate.channel::joinAgain);
  }

  private static LockFile attach(
      Path file, ProcessTable table, Object store, Io.Operation<LockChannel> join)
      throws IOException {
    // also the channel is joined there: an error that meets who waits leaves nothing to be left
    LockFile attached = Io.call(() -> attach(file, table, store, join.run()));
    try {
      LockKeeper.keep(attached);
      return attached;
    } catch (Throwable e) { // no thread to be had, say
      attached.close();
      throw e;
    }
  }

  /** Takes a number; leaves the channel if it throws anything. */
  private static LockFile attach(Path file, ProcessTable table, Object store, LockChannel channel)
      throws IOException {
    TwoLocks number = null;
    try {
      number = takeNumber(channel, file, table, store);
      return new LockFile(file, channel, number, table, store);
    } catch (Throwable e) {
      leave(channel, number);
      throw e;
    }
  }

  /** Waits until nobody else is at the gate of the store whose lock file this is. */
  static AtGate gate(Path file) throws IOException {
    while (true) {
      AtGate gate = stillThere(joinGate(file, LockChannel.join(file)));
      if (gate != null) {
        return gate;
      }
    }
  }

  /** Waits so until a time of System.nanoTime; null where somebody is there all the time. */
  static @Nullable AtGate gateUntil(Path file, long deadlineNanos) throws IOException {
    while (true) {
      AtGate gate = joinGateUntil(file, LockChannel.join(file), deadlineNanos);
      AtGate found = gate == null ? null : stillThere(gate);
      if (gate == null || found != null) {
        return found;
      }
    }
  }

  /** Waits so where there is a lock file; null where there is none. */
  static @Nullable AtGate gateIfThere(Path file) throws IOException {
    LockChannel channel = LockChannel.joinIfThere(file);
    if (channel == null) {
      return null;
    }
    return stillThere(joinGate(file, channel));
  }

  /** The gate; null, and left, if its file was deleted meanwhile: others wait at another. */
  private static @Nullable AtGate stillThere(AtGate gate) throws IOException {
    boolean isStill = false;
    try {
      isStill = gate.isOfItsPath();
    } finally {
      if (!isStill) {
        gate.close();
      }
    }
    return isStill ? gate : null;
  }

  private static AtGate joinGate(Path file, LockChannel channel) throws IOException {
    channel.gate.acquireUninterruptibly();
    try {
      return new AtGate(file, channel, Io.call(() -> lockGate(file, channel.file)));
    } catch (Throwable e) { // no thread to be had, say: others must not wait for ever
      channel.gate.release();
      channel.leave();
      throw e;
    }
  }

  /** What came of it; given back by who took it where the one who waits is met by an error. */
  private record Tried(@Nullable FileLock lock) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      if (lock != null) {
        lock.release();
      }
    }
  }

  private static @Nullable AtGate joinGateUntil(Path file, LockChannel channel, long deadlineNanos)
      throws IOException {
    FileLock lock = null;
    AtGate gate = null;
    boolean isFirst = false;
    try {
      isFirst = tryAcquire(channel.gate, deadlineNanos);
      if (isFirst) {
        lock = Io.call(() -> new Tried(lockGateUntil(channel.file, deadlineNanos))).lock;
      }
      gate = lock == null ? null : new AtGate(file, channel, lock);
      return gate;
    } finally {
      if (gate == null) {
        if (lock != null) {
          lock.release();
        }
        if (isFirst) {
          channel.gate.release();
        }
        channel.leave();
      }
    }
  }

  private static boolean tryAcquire(Semaphore gate, long deadlineNanos) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return gate.tryAcquire(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static @Nullable FileLock lockGateUntil(FileChannel channel, long deadlineNanos)
      throws IOException {
    while (true) {
      FileLock lock = tryLock(channel, GATE);
      if (lock != null || System.nanoTime() - deadlineNanos > 0) {
        return lock;
      }
      Nap.nanos(AGAIN_NANOS);
    }
  }

  /** Whether nobody has the store open whose lock file this is, nor is at its gate. */
  static boolean isFree(Path file) throws IOException {
    return whileFree(file, () -> true);
  }

  /**
   * Does something while nobody can open the store whose lock file this is.
   *
   * @return whether it was done, and not left alone because somebody has the store open or is at
   *     its gate, or as there is no such file
   */
  static boolean whileFree(Path file, Io.Operation<Boolean> action) throws IOException {
    LockChannel channel = LockChannel.joinIfThere(file);
    if (channel == null) {
      return false;
    }
    try {
      return Io.call(() -> {
        try (FileLock all = channel.file.tryLock(0, SECOND + OwnerWord.SLOTS, false)) {
          return all != null
              && channel.isOf(file)
              && !ProcessTable.tellsOfLife(controlOf(file), 0)
              && action.run();
        } catch (OverlappingFileLockException e) {
          return false; // somebody of this JVM
        }
      });
    } finally {
      channel.leave();
    }
  }

  private static FileLock lockGate(Path file, FileChannel channel) throws IOException {
    while (true) {
      try {
        return channel.lock(GATE, 1, false);
      } catch (OverlappingFileLockException e) {
        Nap.nanos(AGAIN_NANOS); // what another class loader has loaded is there
      } catch (IOException e) {
        throw Unfit.locking(file, e);
      }
    }
  }

  /**
   * Takes a number. One that a dead process had is left to it until all that it held was taken
   * over, so that whoever looks for the dead meanwhile finds it; unless there is no other.
   */
  private static TwoLocks takeNumber(
      LockChannel channel, Path file, ProcessTable table, Object store) throws IOException {
    for (int number = 0; number < OwnerWord.SLOTS; number++) {
      TwoLocks taken = table.pid(number) == 0 ? tryNumber(channel.file, number) : null;
      if (taken != null && table.pid(number) == 0) {
        return taken;
      }
      release(taken); // its owner came and died since
    }
    for (int number = 0; number < OwnerWord.SLOTS; number++) {
      TwoLocks taken = tryNumber(channel.file, number);
      if (taken != null
          && !table.isProvedAlive(number, store)
          && !table.isHeard(controlOf(file), number)) {
        return taken;
      }
      release(taken);
    }
    throw new StoreException(
        file + ": the store is open " + OwnerWord.SLOTS + " times, which is the most; close some");
  }

  private static @Nullable TwoLocks tryNumber(FileChannel channel, int number) throws IOException {
    FileLock first = tryLock(channel, number);
    if (first == null) {
      return null;
    }
    FileLock second = tryLock(channel, SECOND + number);
    if (second == null) {
      first.release();
      return null;
    }
    return new TwoLocks(first, second);
  }

  private static void release(@Nullable TwoLocks number) throws IOException {
    if (number != null) {
      number.second.release();
      number.first.release();
    }
  }

  private static void leave(LockChannel channel, @Nullable TwoLocks number) throws IOException {
    try {
      release(number);
    } finally {
      channel.leave();
    }
  }

  @Override
  public int slot() {
    return slot;
  }

  @Override
  public long incarnation() {
    return incarnation;
  }

  @Override
  public boolean foundDead() {
    return foundDead;
  }

  @Override
  public boolean isAlive(int other, long otherIncarnation) {
    if (((table.incarnation(other) ^ otherIncarnation) & OwnerWord.INCARNATION_MASK) != 0) {
      return false; // somebody took the number since, so its owner had lost it
    }
    return other == slot || !ask(() -> whileDead(other, () -> {}));
  }

  @Override
  public int[] dead() {
    if (table.isAlone(slot)) {
      return new int[0]; // as most often
    }
    int[] others =
        IntStream.range(0, OwnerWord.SLOTS)
            .filter(other -> other != slot && table.pid(other) != 0)
            .toArray();
    if (others.length == 0) {
      return others;
    }
    return ask(() -> IntStream.of(others).filter(other -> whileDead(other, () -> {})).toArray());
  }

  @Override
  public boolean bury(int other, long otherIncarnation) {
    return ask(() ->
        whileDead(
            other,
            () -> {
              if (table.incarnation(other) == otherIncarnation) {
                table.leave(other);
                LifeSocket.remove(control, other, otherIncarnation);
              }
            }));
  }

  private static <T> T ask(Io.Operation<T> question) {
    try {
      return Io.call(question);
    } catch (IOException e) {
      throw new StoreException("cannot ask for the locks of other processes: " + e, e);
    }
  }

  /** Runs an action while this process has the locks of a number whose owner does not live. */
  private boolean whileDead(int other, Runnable action) {
    try (FileLock probe = tryLock(channel.file, other)) {
      if (probe == null) {
        return false;
      }
      try (FileLock again = tryLock(channel.file, SECOND + other)) {
        if (again == null || mayLive(other)) {
          return false;
        }
        action.run();
        return true;
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Whether the owner of a number lives, or may live, though it has no locks. */
  private boolean mayLive(int other) {
    if (table.isProvedAlive(other, store)) {
      return true;
    }
    if (table.isNear(other)) {
      return false;
    }
    return switch (table.askSocket(control, other)) {
      case LIVES -> true;
      case ENDED -> false;
      case UNKNOWN ->
          strangers.mayLive(other, table.incarnation(other), table.beat(other), System.nanoTime());
    };
  }

  private static @Nullable FileLock tryLock(FileChannel channel, long at) throws IOException {
    try {
      return channel.tryLock(at, 1, false);
    } catch (OverlappingFileLockException e) {
      return null; // another open of this JVM has it, or asks at this moment
    }
  }

  @Override
  public synchronized void whenLost(Runnable action) {
    whenLost = action;
  }

  /**
   * Locks both bytes once more, one after the other, for the kernel may have dropped the locks.
   * Where somebody else has taken the number meanwhile, tells so, once. Only by the keeper.
   */
  void renew() {
    Runnable tell;
    synchronized (this) {
      if (closed || lost) {
        return;
      }
      try {
        followFile();
        first = lockAgain(first, slot);
        second = lockAgain(second, SECOND + slot);
        if (!isTaken()) {
          table.moveBeat(slot);
          listenForStrangers();
        }
      } catch (IOException e) {
        System.getLogger(LockFile.class.getName())
            .log(System.Logger.Level.WARNING, path + ": cannot lock this open's bytes again", e);
      }
      lost = isTaken();
      tell = lost ? whenLost : null;
    }
    if (tell != null) {
      tell.run();
    }
  }

  /** Tells of its life by a socket as soon as there is somebody who cannot see this process. */
  private void listenForStrangers() {
    if (socket == null && table.hasStranger(slot)) {
      socket = LifeSocket.open(control, slot, incarnation);
      if (socket != null) {
        table.noteSocket(slot);
      }
    }
  }

  /**
   * Goes over to the lock file that there is now, if another was that no longer has the name; makes
   * one where there is none. The locks on the former one stay, for those who have not gone over.
   */
  private void followFile() throws IOException {
    if (channel.isOf(path) || !isStoreThere()) {
      return;
    }
    LockChannel next = LockChannel.join(path);
    TwoLocks number = null;
    try {
      number = first == null || second == null ? null : tryNumber(next.file, slot);
      if (number == null) {
        return; // somebody asks, or has taken the number
      }
      formerLocks.add(first);
      formerLocks.add(second);
      former.add(channel);
      channel = next;
      first = number.first;
      second = number.second;
    } finally {
      if (channel != next) {
        leave(next, number);
      }
    }
  }

  /** Whether the folder is still that of the store: a lock file is made in no other. */
  private boolean isStoreThere() {
    try {
      return store.equals(LockChannel.keyOf(control));
    } catch (IOException e) {
      return false;
    }
  }

  /** Gives a lock back and takes it; null if somebody has taken the number. */
  private @Nullable FileLock lockAgain(@Nullable FileLock lock, long at) throws IOException {
    if (lock != null) {
      lock.release();
    }
    while (!isTaken()) {
      FileLock again = tryLock(channel.file, at);
      if (again != null) {
        return again;
      }
      LockSupport.parkNanos(AGAIN_NANOS); // somebody asks whether this process lives
    }
    return null;
  }

  private boolean isTaken() {
    return table.incarnation(slot) != incarnation;
  }

  @Override
  public void close() {
    LockKeeper.forget(this);
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      try {
        if (!lost && !isTaken()) {
          table.disown(slot); // what is left behind, if anything is, is a dead process's
        }
      } catch (InternalError e) {
        // the control file has been cut off: nobody can read there any more
      }
      try { // no interrupt hinders any of this
        if (second != null) {
          second.release();
        }
        if (first != null) {
          first.release();
        }
        for (FileLock lock : formerLocks) {
          lock.release();
        }
        channel.leave();
        for (LockChannel left : former) {
          left.leave();
        }
        if (socket != null) {
          socket.close();
        }
      } catch (IOException e) {
        throw new StoreException("cannot leave the store: " + e.getMessage(), e);
      }
    }
  }

  @Override
  public String toString() {
    return path + ", number " + slot;
  }

  /** Who has the lock on the byte of the gate. */
  static final class AtGate implements Gate {
    private final Path path;
    private final LockChannel channel;
    private final FileLock lock;

    private AtGate(Path path, LockChannel channel, FileLock lock) {
      this.path = path;
      this.channel = channel;
      this.lock = lock;
    }

    /** Tells the lock file from every other that exists; null where the system has no such. */
    @Nullable Object fileKey() {
      return channel.key instanceof Path ? null : channel.key;
    }

    /** Whether the lock file is still the one that its path names. */
    boolean isOfItsPath() throws IOException {
      return channel.isOf(path);
    }

    @Override
    public boolean isAlone() {
      return ask(() -> {
        try (FileLock all = channel.file.tryLock(0, GATE, false);
            FileLock again =
                all == null ? null : channel.file.tryLock(SECOND, OwnerWord.SLOTS, false)) {
          // who had another lock file needs a while to go over to one that was just made
          long patience = channel.isMade ? Strangers.PATIENCE_NANOS : 0;
          return again != null && !ProcessTable.tellsOfLife(controlOf(path), patience);
        } catch (OverlappingFileLockException e) {
          return false; // another open of this JVM has one of the bytes
        }
      });
    }

    @Override
    public void close() {
      try { // no interrupt hinders any of this
        lock.release();
        channel.leave();
      } catch (IOException e) {
        throw new StoreException("cannot leave the gate of the store: " + e.getMessage(), e);
      } finally {
        channel.gate.release();
      }
    }
  }
}
