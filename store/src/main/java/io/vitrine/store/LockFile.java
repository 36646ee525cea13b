package io.vitrine.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One open of a store on disk: an exclusive kernel lock on the byte of the lock file that belongs
 * to its number in the process table. Safe for any number of threads.
 */
final class LockFile implements Attachment {
  /* POSIX record locks belong to the process and go when any descriptor of the file is closed.
   * So the JVM has one channel on a lock file, counted, closed by the last user, and nothing
   * else opens that file. The kernel drops the lock when the process dies, whatever its pid
   * namespace, and keeps it while the process is merely paused. Each open has a number of its
   * own, so that what an open leaves behind is taken over even while another open of the same
   * JVM goes on. */

  /** The byte of the gate, behind those of the processes. */
  private static final long GATE = OwnerWord.SLOTS;

  private static final Map<Object, LockFile.Channel> CHANNELS = new HashMap<>();

  private final Channel channel;
  private final ProcessTable table;
  private final FileLock mine;
  private final int slot;
  private final long incarnation;
  private final boolean foundDead;

  private LockFile(Channel channel, FileLock mine, ProcessTable table) {
    this.channel = channel;
    this.table = table;
    this.mine = mine;
    this.slot = (int) mine.position();
    this.foundDead = table.pid(slot) != 0;
    this.incarnation = table.take(slot);
  }

  /** Joins the store whose lock file this is. */
  static LockFile attach(Path file, ProcessTable table) throws IOException {
    synchronized (CHANNELS) {
      Channel channel = join(file);
      try {
        return Io.call(() -> new LockFile(channel, takeNumber(channel.file, file, table), table));
      } catch (IOException | RuntimeException e) {
        leave(channel);
        throw e;
      }
    }
  }

  /** Waits until nobody else is at the gate of the store whose lock file this is. */
  static Gate gate(Path file) throws IOException {
    Channel channel;
    synchronized (CHANNELS) {
      channel = join(file);
    }
    channel.gate.acquireUninterruptibly();
    try {
      return new LockFileGate(channel, Io.call(() -> channel.file.lock(GATE, 1, false)));
    } catch (IOException | RuntimeException e) {
      channel.gate.release();
      synchronized (CHANNELS) {
        leave(channel);
      }
      throw e;
    }
  }

  private static Channel join(Path file) throws IOException {
    try {
      Files.createFile(file);
    } catch (FileAlreadyExistsException e) {
      // the usual case: somebody made it before
    }
    Object key = keyOf(file);
    Channel channel = CHANNELS.get(key);
    if (channel == null) {
      channel = new Channel(key, Io.call(() -> open(file)));
      CHANNELS.put(key, channel);
    }
    channel.users++;
    return channel;
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /**
   * Takes a number. One that a dead process had is left to it until all that it held was taken
   * over, so that whoever looks for the dead meanwhile finds it; unless there is no other.
   */
  private static FileLock takeNumber(FileChannel channel, Path file, ProcessTable table)
      throws IOException {
    for (int number = 0; number < OwnerWord.SLOTS; number++) {
      FileLock lock = table.pid(number) == 0 ? tryLock(channel, number) : null;
      if (lock != null && table.pid(number) == 0) {
        return lock;
      }
      if (lock != null) {
        lock.release(); // its owner came and died since
      }
    }
    for (int number = 0; number < OwnerWord.SLOTS; number++) {
      FileLock lock = tryLock(channel, number);
      if (lock != null) {
        return lock;
      }
    }
    throw new StoreException(
        file + ": the store is open " + OwnerWord.SLOTS + " times, which is the most; close some");
  }

  private static Object keyOf(Path file) throws IOException {
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return key != null ? key : file.toRealPath();
  }

  private static void leave(Channel channel) throws IOException {
    if (--channel.users == 0) {
      CHANNELS.remove(channel.key);
      Io.call(() -> {
        channel.file.close();
        return Boolean.TRUE;
      });
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
    return other == slot || !ask(() -> whileFree(other, () -> {}));
  }

  @Override
  public int[] dead() {
    int[] others =
        IntStream.range(0, OwnerWord.SLOTS)
            .filter(other -> other != slot && table.pid(other) != 0)
            .toArray();
    if (others.length == 0) {
      return others;
    }
    return ask(() -> IntStream.of(others).filter(other -> whileFree(other, () -> {})).toArray());
  }

  @Override
  public boolean bury(int other, long otherIncarnation) {
    return ask(() ->
        whileFree(
            other,
            () -> {
              if (table.incarnation(other) == otherIncarnation) {
                table.leave(other);
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

  /** Runs an action while this process has the lock of a number that nobody else has. */
  private boolean whileFree(int other, Runnable action) {
    try (FileLock probe = tryLock(channel.file, other)) {
      if (probe == null) {
        return false;
      }
      action.run();
      return true;
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static @Nullable FileLock tryLock(FileChannel channel, int number) throws IOException {
    try {
      return channel.tryLock(number, 1, false);
    } catch (OverlappingFileLockException e) {
      return null; // another open of this JVM has it, or asks at this moment
    }
  }

  @Override
  public void close() {
    synchronized (CHANNELS) {
      try {
        Io.call(() -> {
          mine.release();
          return Boolean.TRUE;
        });
        leave(channel);
      } catch (IOException e) {
        throw new StoreException("cannot leave the store: " + e.getMessage(), e);
      }
    }
  }

  /** The lock on the byte behind those of the processes. */
  private record LockFileGate(Channel channel, FileLock lock) implements Gate {
    @Override
    public boolean isAlone() {
      return ask(() -> {
        try (FileLock all = channel.file.tryLock(0, OwnerWord.SLOTS, false)) {
          return all != null;
        } catch (OverlappingFileLockException e) {
          return false; // another open of this JVM has one of the bytes
        }
      });
    }

    @Override
    public void close() {
      try {
        Io.call(() -> {
          lock.release();
          return Boolean.TRUE;
        });
        synchronized (CHANNELS) {
          leave(channel);
        }
      } catch (IOException e) {
        throw new StoreException("cannot leave the gate of the store: " + e.getMessage(), e);
      } finally {
        channel.gate.release();
      }
    }
  }

  /** The channel of this JVM on a lock file. */
  private static final class Channel {
    final Object key;
    final FileChannel file;

    /** Among the threads of this JVM, for whom the kernel's lock is one. */
    final Semaphore gate = new Semaphore(1);

    int users;

    Channel(Object key, FileChannel file) {
      this.key = key;
      this.file = file;
    }
  }
}
