package io.vitrine.bench.net;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletionStage;

/** Bytes to a {@link RawEcho} and back, one after the other. For one thread. */
final class RawLine implements Line {
  private final SocketChannel socket;
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(EchoLine.answerBytes());

  RawLine(int port, boolean spins) throws IOException {
    socket = RawEcho.connect(port, spins);
  }

  /** Answers the number that came back. */
  @Override
  public Object get(int number) throws IOException {
    bytes.clear().putInt(0, number);
    RawEcho.send(socket, bytes);
    RawEcho.receive(socket, bytes);
    int answer = bytes.getInt(0);
    if (answer != number) {
      throw new IllegalStateException("sent " + number + ", " + answer + " came back");
    }
    return answer;
  }

  @Override
  public CompletionStage<?> getAsync(int number) {
    throw new UnsupportedOperationException("bare sockets are asked one after the other");
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
