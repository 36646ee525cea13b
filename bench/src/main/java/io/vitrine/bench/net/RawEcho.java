package io.vitrine.bench.net;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * Sockets of the JDK with nothing above them: bytes that come back as they are. What the machine
 * takes for a way to another process and back, below which nothing over connections can be.
 *
 * <p>A thread for each connection waits in the system, or asks all the time without waiting.
 */
final class RawEcho {
  private RawEcho() {}

  /**
   * Sends back what comes, by daemons that run until the process ends.
   *
   * @param spins whether they ask all the time
   * @return the port
   */
  static int serve(boolean spins) throws IOException {
    ServerSocketChannel server =
        ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread.ofPlatform().daemon().name("raw-echo").start(() -> accept(server, spins));
    return ((InetSocketAddress) server.getLocalAddress()).getPort();
  }

  private static void accept(ServerSocketChannel server, boolean spins) {
    try {
      while (true) {
        SocketChannel socket = prepare(server.accept(), spins);
        Thread.ofPlatform().daemon().name("raw-echo").start(() -> echo(socket));
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void echo(SocketChannel socket) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(EchoLine.answerBytes());
    try (socket) {
      while (true) {
        receive(socket, bytes);
        send(socket, bytes);
      }
    } catch (IOException e) {
      // The client is gone, and so is what was on its way.
    }
  }

  /**
   * Connects.
   *
   * @param port of the server
   * @param spins whether {@link #receive} asks all the time
   */
  static SocketChannel connect(int port, boolean spins) throws IOException {
    return prepare(
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)), spins);
  }

  private static SocketChannel prepare(SocketChannel socket, boolean spins) throws IOException {
    socket.setOption(StandardSocketOptions.TCP_NODELAY, true).configureBlocking(!spins);
    return socket;
  }

  /** Waits until the buffer is full, from its beginning to its capacity; it is then to be read. */
  static void receive(SocketChannel socket, ByteBuffer bytes) throws IOException {
    bytes.clear();
    while (bytes.hasRemaining()) {
      int count = socket.read(bytes);
      if (count < 0) {
        throw new EOFException("the other side has closed the connection");
      }
      if (count == 0) {
        Thread.onSpinWait();
      }
    }
    bytes.flip();
  }

  /** Sends what there is to be read in the buffer. */
  static void send(SocketChannel socket, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      if (socket.write(bytes) == 0) {
        Thread.onSpinWait();
      }
    }
  }
}
