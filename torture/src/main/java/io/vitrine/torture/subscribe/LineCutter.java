package io.vitrine.torture.subscribe;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Stands between clients and a server that is killed and started anew at another port, and cuts
 * lines. Safe for any number of threads.
 */
final class LineCutter implements AutoCloseable {
  private static final int BUFFER_BYTES = 8_192;

  private final ServerSocket listener;
  private final ConcurrentLinkedQueue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private volatile int target;

  LineCutter() throws IOException {
    listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().name("line-cutter").start(this::accept);
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Leads new connections to another port. */
  void leadTo(int port) {
    target = port;
  }

  /** Cuts all lines. */
  void cut() {
    for (Socket socket = sockets.poll(); socket != null; socket = sockets.poll()) {
      close(socket);
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is closed all the same
    }
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket near = listener.accept();
        sockets.add(near);
        Thread.ofVirtual().start(() -> connect(near));
      } catch (IOException e) {
        // closed, or a client that was gone at once
      }
    }
  }

  private void connect(Socket near) {
    try {
      var far = new Socket(InetAddress.getLoopbackAddress(), target);
      sockets.add(far);
      Thread.ofVirtual().start(() -> copy(near, far));
      copy(far, near);
    } catch (IOException e) {
      close(near); // the server is dead at this moment
    }
  }

  private static void copy(Socket from, Socket to) {
    var bytes = new byte[BUFFER_BYTES];
    try (InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream()) {
      for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
        out.write(bytes, 0, n);
      }
    } catch (IOException e) {
      // cut
    } finally {
      close(from);
      close(to);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    cut();
  }
}
