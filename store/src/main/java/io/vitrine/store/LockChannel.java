package io.vitrine.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The channel on a lock file of all who have been loaded by one class loader. Safe for any number
 * of threads.
 *
 * <p>Kernel locks of a process go when any descriptor of the file is closed, also one that another
 * class loader's copy of this class has opened. So the users in the whole JVM are counted, in a
 * system property, since that is what all loaders share; while there are any, no channel is closed
 * but left open for whoever comes next. The counts are guarded by a text, of which there is one in
 * a JVM.
 */
final class LockChannel {
  /** Guards the counts; before it, followed by the file, their names. */
  private static final String JVM = "io.vitrine.store.locks";

  private static final Map<Object, LockChannel> CHANNELS = new HashMap<>();

  final FileChannel file;

  /** Tells the file from every other that exists. */
  final Object key;

  /** Whether the file was made for this channel: those who were there before do not lock it. */
  final boolean isMade;

  /** Among the threads of this JVM, for whom the kernel's lock is one. */
  final Semaphore gate = new Semaphore(1);

  /** The system property that counts the users of the file. */
  private final String counter;

  private LockChannel(Object key, boolean isMade, FileChannel file) {
    this.key = key;
    this.isMade = isMade;
    this.file = file;
    this.counter = JVM + "." + key;
  }

  /** The channel on a lock file, which is created where it is missing; to be left again. */
  static LockChannel join(Path file) throws IOException {
    synchronized (JVM) {
      Object key = keyIfThere(file);
      boolean isMade = key == null && make(file);
      return join(file, key == null ? keyOf(file) : key, isMade);
    }
  }

  /** The channel on a lock file, null where there is none. */
  static @Nullable LockChannel joinIfThere(Path file) throws IOException {
    synchronized (JVM) {
      Object key = keyIfThere(file);
      return key == null ? null : join(file, key, false);
    }
  }

  private static LockChannel join(Path file, Object key, boolean isMade) throws IOException {
    synchronized (JVM) {
      LockChannel channel = CHANNELS.get(key);
      if (channel == null) {
        channel = new LockChannel(key, isMade, open(file));
        CHANNELS.put(key, channel);
      }
      return channel.joinAgain();
    }
  }

  /** The same for one more user, beside one who has not left it. */
  LockChannel joinAgain() {
    synchronized (JVM) {
      int _ = count(1);
      return this;
    }
  }

  /** Most often somebody made it before, and to ask takes less than to be refused. */
  private static @Nullable Object keyIfThere(Path file) throws IOException {
    try {
      return keyOf(file);
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private static boolean make(Path file) throws IOException {
    try {
      Files.createFile(file);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false; // somebody has made it since
    }
  }

  /** Whether this is the channel of the file that has a name now. */
  boolean isOf(Path name) throws IOException {
    return key.equals(keyIfThere(name));
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /** Tells the file that has a name now from every other that exists. */
  static Object keyOf(Path file) throws IOException {
    Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    return key != null ? key : file.toRealPath();
  }

  /** Ends the use by one who joined. */
  void leave() throws IOException {
    synchronized (JVM) {
      int _ = count(-1);
      closeUnused(); // which, unlike most calls of a channel, no interrupt hinders
    }
  }

  /** Closes the channels of this class loader on files that nobody in this JVM uses. */
  private static void closeUnused() throws IOException {
    for (Iterator<LockChannel> all = CHANNELS.values().iterator(); all.hasNext(); ) {
      LockChannel channel = all.next();
      if (channel.count(0) == 0) {
        all.remove();
        channel.file.close();
      }
    }
  }

  /** Changes the number of users of the file in this JVM. */
  private int count(int change) {
    int count = Integer.getInteger(counter, 0) + change;
    if (count == 0) {
      System.clearProperty(counter);
    } else if (change != 0) {
      System.setProperty(counter, Integer.toString(count));
    }
    return count;
  }
}
