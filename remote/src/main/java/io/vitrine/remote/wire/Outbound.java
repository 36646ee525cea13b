package io.vitrine.remote.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.nio.AbstractNioChannel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Messages on their way out of one connection. Safe for any number of threads.
 *
 * <p>Messages are encoded on the thread that sends and written by the event loop, many at a time.
 * To send never waits; who could send without end asks {@link #isFull} or calls {@link #awaitRoom}
 * first.
 */
public final class Outbound {
  private static final System.Logger LOGGER = System.getLogger(Outbound.class.getName());
  private static final int CHUNK_BYTES = 64 << 10;
  private static final long CLOSE_SECONDS = 10;

  /**
   * After so many the event loop writes what its own thread sends, though more follow: the other
   * end is at them meanwhile, in place of both waiting for each other by turns.
   */
  private static final int PIECE_FRAMES = 32;

  private final Channel channel;
  private final long bytesMax;
  private final WriteTotal total;
  private final Runnable onRoom;

  private volatile WireCodec codec;

  /** Closes the connection once all is written. */
  private volatile Consumer<Channel> end = Outbound::close;

  private volatile Consumer<Message> observer = _ -> {};
  private volatile boolean observed;

  /** Whether each frame is written on its own; set by the event loop. */
  private volatile boolean apart;

  private final ConcurrentLinkedQueue<byte[]> frames = new ConcurrentLinkedQueue<>();

  /** Whether somebody writes, or the event loop is about to: then he takes all that waits. */
  private final AtomicBoolean busy = new AtomicBoolean();

  /** Whether part of a frame may be lost, so that whoever sends next ends the connection. */
  private volatile boolean isTorn;

  /** Whether the event loop is about to write, for whoever was busy. */
  private volatile boolean isHandedOver;

  /** How many frames the event loop sent since it was to write; on the event loop only. */
  private int pieceFrames;

  /** What Netty has and has not written yet; grows only by whoever is busy. */
  private final AtomicLong inNettyBytes = new AtomicLong();

  /** Whether nothing between here and the socket changes what is written. */
  private volatile boolean direct;

  private final AtomicLong waitingBytes = new AtomicLong();
  private volatile long progressNanos = System.nanoTime();

  /** Whether somebody was told that there is no room, since others hold too much. */
  private volatile boolean heldBack;

  /** Whether it is closed for what waits, be that written or not. */
  private volatile boolean givenUp;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition room = lock.newCondition();

  /** Lets those that wait for room send one after the other, in the order in which they came. */
  private final ReentrantLock turn = new ReentrantLock(true);

  /**
   * Creates the way out of a connection.
   *
   * @param channel the connection
   * @param codec its encoding
   * @param bytesMax how many bytes may wait before it counts as full
   * @param onRoom called when there is room again, on the event loop
   */
  public Outbound(Channel channel, WireCodec codec, long bytesMax, Runnable onRoom) {
    this(channel, codec, bytesMax, new WriteTotal(Long.MAX_VALUE), onRoom);
  }

  /**
   * Creates the way out of one of many connections.
   *
   * @param channel the connection
   * @param codec its encoding
   * @param bytesMax how many bytes may wait before it counts as full
   * @param total what all of them may have wait together
   * @param onRoom called when there is room again, on the event loop
   */
  public Outbound(
      Channel channel, WireCodec codec, long bytesMax, WriteTotal total, Runnable onRoom) {
    this.channel = channel;
    this.codec = codec;
    this.bytesMax = bytesMax;
    this.total = total;
    this.onRoom = onRoom;
    total.enter(this);
    channel.closeFuture().addListener(_ -> closed());
  }

  /** On the event loop, behind what Netty does with what it still has. */
  private void closed() {
    signal();
    onEventLoop(() -> {
      for (byte[] frame = frames.poll(); frame != null; frame = frames.poll()) {
        written(frame.length);
      }
      total.leave(this);
    });
  }

  /** Whether it is about to be closed for what waits. */
  boolean isGivenUp() {
    return givenUp;
  }

  /** Closes the connection whatever waits: nothing could be said to it before all that. */
  void giveUp() {
    givenUp = true;
    LOGGER.log(
        System.Logger.Level.DEBUG,
        "{0} is closed, since too much waits to be written to all connections: {1} bytes to this"
            + " one, which took nothing for {2} ms",
        channel,
        waitingBytes(),
        TimeUnit.NANOSECONDS.toMillis(stalledNanos()));
    close(channel);
  }

  /**
   * Takes another encoding for what is sent from now on.
   *
   * @param chosen what the client chose
   */
  public void use(WireCodec chosen) {
    codec = chosen;
  }

  /**
   * Writes each message as a buffer of its own from now on, for a handler that has to know where
   * one ends. On the event loop only.
   */
  public void writeApart() {
    apart = true;
  }

  /**
   * Lets threads write to the socket themselves: for a connection without handlers that change what
   * is written.
   */
  public void writeDirectly() {
    direct = true;
  }

  /**
   * Has what was sent last reach the other end, whatever that has sent meanwhile: {@link
   * #closeAfterWrites} then takes a little longer.
   */
  public void closeGently() {
    end = GentleClose::begin;
  }

  /**
   * What messages are encoded with at present.
   *
   * @return the encoding
   */
  public WireCodec codec() {
    return codec;
  }

  /** Whether several answers of an encoding may be sent as one, and nobody looks at each. */
  boolean gathers(WireCodec encoding) {
    return !apart && !observed && encoding.equals(codec);
  }

  /** Whether it would not be full if so many bytes were sent. */
  boolean hasRoomFor(int bytes) {
    return waitingBytes.get() + bytes <= bytesMax;
  }

  /**
   * Has somebody told of every message that is sent.
   *
   * @param told called on the thread that sends; must not block
   */
  public void observe(Consumer<Message> told) {
    observer = told;
    observed = true;
  }

  /**
   * Encodes a message as it would be sent.
   *
   * @param message the message
   * @return a whole frame
   * @throws WireException if it is larger or deeper than the limits
   * @throws IllegalArgumentException if it holds what is no value of the data model
   */
  public byte[] encode(Message message) {
    return codec.encode(message);
  }

  /**
   * Sends a message; one that a closed connection cannot take is dropped.
   *
   * @param message the message
   * @throws WireException if it is larger or deeper than the limits
   * @throws IllegalArgumentException if it holds what is no value of the data model
   */
  public void send(Message message) {
    send(message, encode(message));
  }

  /**
   * Sends a message that is encoded already; one that a closed connection cannot take is dropped.
   *
   * @param message the message
   * @param frame what {@link #encode} made of it
   */
  public void send(Message message, byte[] frame) {
    observer.accept(message);
    send(frame);
  }

  /**
   * Sends a frame; one that a closed connection cannot take is dropped.
   *
   * @param frame a whole encoded message
   */
  public void send(byte[] frame) {
    if (!put(frame)) {
      return;
    }
    if (busy.compareAndSet(false, true)) {
      handOver();
    } else if (isHandedOver && channel.eventLoop().inEventLoop()) {
      pieceFrames++;
      if (pieceFrames >= PIECE_FRAMES) {
        drainHandedOver();
      }
    }
  }

  /**
   * Keeps back what is sent until {@link #release}, so that what is sent elsewhere meanwhile is
   * written first. On the event loop only.
   *
   * @return whether it does, and has to be released; false where a write is under way already
   */
  public boolean hold() {
    return busy.compareAndSet(false, true);
  }

  /** Has written what was kept back, behind what the event loop has to do by now. */
  public void release() {
    handOver();
  }

  /**
   * Sends a frame on the calling thread where that can be: to wake the event loop for it takes
   * longer than to write. For whoever sends one at a time; does not wait.
   *
   * @param frame a whole encoded message
   */
  public void sendHere(byte[] frame) {
    if (!put(frame) || !busy.compareAndSet(false, true)) {
      return; // whoever is busy takes what is there when he ends
    }
    WritableByteChannel socket = socket();
    if (socket == null || inNettyBytes.get() != 0) {
      handOver();
      return;
    }
    boolean failed = true;
    try {
      writeHere(socket);
      failed = false;
    } finally {
      if (failed) { // for want of stack, say: part of a frame may be lost
        isTorn = true;
        busy.set(false);
      }
    }
  }

  /** Has a frame wait; not where nobody waits for room any more, so that it would be any number. */
  private boolean put(byte[] frame) {
    if (!channel.isOpen()) {
      return false;
    }
    if (isTorn) {
      onEventLoop(() -> close(channel));
      return false;
    }
    if (waitingBytes.getAndAdd(frame.length) == 0) {
      progressNanos = System.nanoTime();
    }
    frames.add(frame);
    total.add(frame.length);
    return true;
  }

  /** The socket itself, where what is written to it passes no handler that changes it. */
  private @Nullable WritableByteChannel socket() {
    return direct
            && !apart
            && !channel.eventLoop().inEventLoop()
            && channel.unsafe() instanceof AbstractNioChannel.NioUnsafe unsafe
            && unsafe.ch() instanceof WritableByteChannel socket
        ? socket
        : null;
  }

  /** Writes what waits, by whoever is busy; what the socket does not take is for the loop. */
  private void writeHere(WritableByteChannel socket) {
    int written = 0;
    do {
      for (byte[] frame = frames.poll(); frame != null; frame = frames.poll()) {
        written++;
        int taken = write(socket, frame);
        if (taken < frame.length) {
          ByteBuf rest = Unpooled.wrappedBuffer(frame, taken, frame.length - taken);
          onEventLoop(() -> {
            write(rest);
            drain();
          });
          return; // the loop is busy now
        }
        if (written >= PIECE_FRAMES) {
          handOver(); // whoever sends as fast as this writes would keep the thread here
          return;
        }
      }
      busy.set(false);
    } while (!frames.isEmpty() && busy.compareAndSet(false, true));
  }

  /** Writes what the socket takes at once; where it fails, Netty finds out why. */
  private int write(WritableByteChannel socket, byte[] frame) {
    int taken = 0;
    try {
      taken = socket.write(ByteBuffer.wrap(frame));
    } catch (IOException | RuntimeException | Error e) {
      onEventLoop(() -> close(channel));
    }
    if (taken > 0) {
      written(taken);
    }
    return taken;
  }

  /** Lets the event loop write; by whoever is busy. */
  private void handOver() {
    isHandedOver = true;
    try {
      onEventLoop(this::drainHandedOver);
    } catch (Throwable e) {
      isHandedOver = false;
      busy.set(false); // whoever sends next tries again
      throw e;
    }
  }

  /** Writes what the event loop was given to write, unless it has done so. On the event loop. */
  private void drainHandedOver() {
    if (isHandedOver) {
      isHandedOver = false;
      pieceFrames = 0;
      drain();
    }
  }

  private void onEventLoop(Runnable task) {
    try {
      channel.eventLoop().execute(task);
    } catch (RejectedExecutionException e) {
      // The event loop is shut down, so the connection is closed.
      frames.clear();
    }
  }

  /**
   * Hands what waits to Netty. On the event loop, by whoever is busy. Where that fails, part of a
   * frame may be lost, so the connection ends.
   */
  private void drain() {
    try {
      do {
        for (byte[] frame = frames.poll(); frame != null; frame = frames.poll()) {
          hand(frame);
        }
        busy.set(false);
      } while (!frames.isEmpty() && busy.compareAndSet(false, true));
      channel.flush();
    } catch (Throwable e) {
      busy.set(false);
      close(channel);
      LOGGER.log(System.Logger.Level.DEBUG, "nothing can be written to " + channel, e);
    }
  }

  private void hand(byte[] frame) {
    if (apart || (frame.length < CHUNK_BYTES && frames.peek() == null)) {
      write(Unpooled.wrappedBuffer(frame));
    } else if (frame.length >= CHUNK_BYTES) {
      // In parts, so that it shows when a client takes a large one by and by.
      for (int at = 0; at < frame.length; at += CHUNK_BYTES) {
        write(Unpooled.wrappedBuffer(frame, at, Math.min(CHUNK_BYTES, frame.length - at)));
      }
    } else {
      write(chunk(frame));
    }
  }

  /** A frame with those behind it that there is room for. */
  private ByteBuf chunk(byte[] first) {
    ByteBuf chunk = channel.alloc().heapBuffer(CHUNK_BYTES);
    try {
      chunk.writeBytes(first);
      for (byte[] next = frames.peek();
          next != null && chunk.readableBytes() + next.length <= CHUNK_BYTES;
          next = frames.peek()) {
        chunk.writeBytes(next);
        var _ = frames.poll();
      }
      return chunk;
    } catch (Throwable e) {
      chunk.release();
      throw e;
    }
  }

  /** Netty releases the buffer, also where it fails. */
  private void write(ByteBuf chunk) {
    int bytes = chunk.readableBytes();
    inNettyBytes.addAndGet(bytes);
    channel
        .write(chunk)
        .addListener(_ -> {
          inNettyBytes.addAndGet(-bytes);
          written(bytes);
        });
  }

  private void written(int bytes) {
    progressNanos = System.nanoTime();
    long before = waitingBytes.getAndAdd(-bytes);
    total.add(-bytes);
    long limit = bytesMax / 2;
    if ((before > limit && before - bytes <= limit) || (heldBack && before == bytes)) {
      heldBack = false;
      signal();
      onRoom.run();
    }
  }

  private void signal() {
    lock.lock();
    try {
      room.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Whether more bytes wait than may.
   *
   * @return true until about half of them are written
   */
  public boolean isFull() {
    return waitingBytes.get() > bytesMax || isHeldBack();
  }

  /**
   * Whether an answer may be made at once, on the event loop.
   *
   * @return false where something waits that should be let go first, here or elsewhere
   */
  public boolean isFree() {
    return !isFull() && !total.isClosing();
  }

  /** Whether others hold so much that this one has to take what waits for it first. */
  private boolean isHeldBack() {
    if (!total.isTight() || waitingBytes.get() == 0) {
      return false;
    }
    heldBack = true;
    return waitingBytes.get() > 0; // seen after the mark, or whoever writes sees the mark
  }

  /**
   * How long nothing could be written although something waits.
   *
   * @return nanoseconds, 0 if nothing waits
   */
  public long stalledNanos() {
    return waitingBytes.get() == 0 ? 0 : Math.max(0, System.nanoTime() - progressNanos);
  }

  /**
   * How much waits to be written.
   *
   * @return bytes
   */
  public long waitingBytes() {
    return waitingBytes.get();
  }

  /**
   * Waits until there is room or the connection is closed. Not for the event loop.
   *
   * @throws InterruptedException if the thread was interrupted
   */
  public void awaitRoom() throws InterruptedException {
    if (!isFull() && !total.isClosing()) {
      return;
    }
    lock.lock();
    try {
      while ((waitingBytes.get() > bytesMax / 2 || isHeldBack() || total.isClosing())
          && channel.isOpen()) {
        // Bounded, since a signal may fall between the look at the counter and the wait.
        room.await(100, TimeUnit.MILLISECONDS);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for room and sends a message, encoded only then. While it is full whoever calls this gets
   * its turn one after the other, so that what waits goes over the limit by hardly more than one
   * message, however many senders there are. Not for the event loop.
   *
   * @param message the message
   * @param wanted asked after the wait whether to send at all
   * @throws InterruptedException if the thread was interrupted
   * @throws WireException if the message is larger or deeper than the limits
   */
  public void sendWhenRoom(Message message, BooleanSupplier wanted) throws InterruptedException {
    if (!isFull() && !turn.isLocked()) {
      sendIf(message, wanted);
      return;
    }
    turn.lockInterruptibly();
    try {
      awaitRoom();
      sendIf(message, wanted);
    } finally {
      turn.unlock();
    }
  }

  private void sendIf(Message message, BooleanSupplier wanted) {
    if (wanted.getAsBoolean()) {
      send(message);
    }
  }

  private static void close(Channel channel) {
    var _ = channel.close();
  }

  /** Closes the connection after what was sent so far is written. */
  public void closeAfterWrites() {
    onEventLoop(() -> {
      closeWhenDrained();
      if (!channel.isOpen()) {
        return;
      }
      // Whoever does not read is not waited for without end.
      var forced =
          channel.eventLoop().schedule(() -> close(channel), CLOSE_SECONDS, TimeUnit.SECONDS);
      channel.closeFuture().addListener(_ -> forced.cancel(false));
    });
  }

  private void closeWhenDrained() {
    if (busy.compareAndSet(false, true)) {
      drain();
      channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(_ -> end.accept(channel));
    } else if (channel.isOpen()) {
      // Behind whoever is busy: a thread that writes, or the event loop itself later on.
      var _ = channel.eventLoop().schedule(this::closeWhenDrained, 1, TimeUnit.MILLISECONDS);
    }
  }
}
