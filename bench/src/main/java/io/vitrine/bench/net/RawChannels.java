package io.vitrine.bench.net;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.util.function.LongConsumer;

/**
 * Numbers that one thread sends to a {@link RawEcho}, and another one receives: two ways between
 * processes, as an event has them. For one thread that tells.
 */
final class RawChannels implements Channels {
  private final SocketChannel socket;
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(EchoLine.answerBytes());

  RawChannels(int port, boolean spins, LongConsumer told) throws IOException {
    socket = RawEcho.connect(port, spins);
    Thread.ofPlatform().daemon().name("raw-events").start(() -> hear(told));
  }

  private void hear(LongConsumer told) {
    ByteBuffer heard = ByteBuffer.allocateDirect(bytes.capacity());
    try {
      while (true) {
        RawEcho.receive(socket, heard);
        told.accept(heard.getLong(0));
      }
    } catch (ClosedChannelException | EOFException e) {
      // That was all.
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void tell(long number) throws IOException {
    bytes.clear().putLong(0, number);
    RawEcho.send(socket, bytes);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
