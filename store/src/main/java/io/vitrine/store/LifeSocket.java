package io.vitrine.store;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Tells processes of other pid namespaces whether the owner of a number lives: a socket in the
 * store's folder, which nobody reads. The kernel lets connect to it for as long as its process
 * lives, paused or not, whatever else that process closes, and refuses from the moment it has
 * ended. For one thread; {@link #ask} for any.
 *
 * <p>A socket proves nothing to who cannot reach it: where its path is too long for one (107
 * bytes), the file system has none, or it was deleted, other signs decide.
 */
final class LifeSocket implements Closeable {
  /** What a socket tells of the life of its owner. */
  enum Answer {
    LIVES,
    ENDED,
    UNKNOWN
  }

  /** Beginning of the names, followed by number and incarnation. */
  private static final String NAME = "store.lives.";

  /** Those who asked stay in the queue; when it is full, that tells of life as well. */
  private static final int BACKLOG = 16;

  private final Path file;
  private final ServerSocketChannel channel;

  private LifeSocket(Path file, ServerSocketChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Begins to tell of this process's life.
   *
   * @param control the store's control file, beside which the socket is
   * @param slot number of the open, whose kernel locks the caller has
   * @param incarnation how often the number was taken
   * @return null where no socket can be made
   */
  static @Nullable LifeSocket open(Path control, int slot, long incarnation) {
    Path file = fileOf(control, slot, incarnation);
    try {
      var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      try {
        channel.bind(UnixDomainSocketAddress.of(file), BACKLOG);
        return new LifeSocket(file, channel);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException | UnsupportedOperationException e) {
      return null;
    }
  }

  /**
   * Asks whether the process lives that began to tell so.
   *
   * @param control the store's control file, beside which the socket is
   * @param slot number of the owner
   * @param incarnation how often the number was taken
   */
  static Answer ask(Path control, int slot, long incarnation) {
    Path file = fileOf(control, slot, incarnation);
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.configureBlocking(false);
      return tryConnect(channel, file);
    } catch (IOException | UnsupportedOperationException e) {
      return Answer.UNKNOWN; // no descriptor left, say
    }
  }

  private static Answer tryConnect(SocketChannel channel, Path file) throws IOException {
    try {
      channel.connect(UnixDomainSocketAddress.of(file));
      return Answer.LIVES;
    } catch (ConnectException e) {
      return Answer.ENDED; // refused: nothing else of its kind is told of such sockets
    } catch (BindException e) {
      return Answer.UNKNOWN; // not permitted
    } catch (SocketException e) {
      // The queue is full, or there is no such file; the kernel tells which, Java does not.
      return Files.isWritable(file) ? Answer.LIVES : Answer.UNKNOWN;
    }
  }

  /** Removes what an owner that has ended left behind. */
  static void remove(Path control, int slot, long incarnation) {
    try {
      Files.deleteIfExists(fileOf(control, slot, incarnation));
    } catch (IOException e) {
      // it is in nobody's way
    }
  }

  private static Path fileOf(Path control, int slot, long incarnation) {
    return control.resolveSibling(NAME + slot + "." + incarnation);
  }

  /** Tells no more of a life; the entry must tell so before. */
  @Override
  public void close() throws IOException {
    Files.deleteIfExists(file);
    channel.close();
  }
}
