package io.vitrine.remote.client;

import io.netty.channel.Channel;
import io.vitrine.remote.wire.FrameReader;
import io.vitrine.remote.wire.LargeFrames;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireCodec;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what comes over one socket. Small messages are read on the event loop, large ones by
 * another thread, so that the answers to other calls and heartbeats need not wait for them. What
 * comes under one tid is handed on in the order in which it came, one after the other.
 *
 * <pre>
 *   comes        handed on
 *   7: large     8: small (at once)
 *   8: small     7: large (read by another thread meanwhile)
 *   7: small     7: small (waited for it)
 * </pre>
 */
final class Arrivals {
  /** When so many bytes wait to be read by others nothing more is taken from the socket. */
  private static final long WAITING_BYTES_MAX = 64 << 20;

  private final Channel channel;
  private final WireCodec codec;
  private final FrameReader reader;
  private final Consumer<Message> told;
  private final Consumer<Throwable> failed;

  private final ReentrantLock lock = new ReentrantLock();

  /** By tid a large frame that is being read, and frames and messages that wait behind it. */
  private final HashMap<@Nullable Long, ArrayDeque<Object>> lanes = new HashMap<>();

  private long waitingBytes;
  private @Nullable Runnable atEnd;
  private volatile boolean waiting;
  private volatile boolean paused;
  private volatile boolean broken;

  /**
   * Creates one for a socket.
   *
   * @param channel the socket
   * @param codec what it speaks
   * @param told given each message, on the event loop or by a thread that read a large one
   * @param failed told of what is no message; nothing is handed on after that
   */
  Arrivals(Channel channel, WireCodec codec, Consumer<Message> told, Consumer<Throwable> failed) {
    this.channel = channel;
    this.codec = codec;
    this.reader = codec.newReader();
    this.told = told;
    this.failed = failed;
  }

  /** Takes the next frame. On the event loop only. */
  void come(byte[] frame) {
    if (broken) {
      return;
    }
    if (LargeFrames.isLarge(frame)) {
      Routing routing = reader.routing(frame);
      if (routing != null) {
        later(routing, frame);
        return;
      }
    }
    Message message;
    try {
      message = reader.read(frame);
    } catch (RuntimeException | Error e) {
      fail(e);
      return;
    }
    if (message != null && !(waiting && isBehind(message))) {
      told.accept(message);
    }
  }

  /** Whether it has to wait for a large one of its tid, which hands it on then. */
  private boolean isBehind(Message message) {
    lock.lock();
    try {
      ArrayDeque<Object> lane = lanes.get(message.routing().tid());
      return lane != null && lane.add(message);
    } finally {
      lock.unlock();
    }
  }

  /** A large frame whose routing is known. */
  private static final class Large {
    private final Routing routing;
    private final byte[] frame;

    Large(Routing routing, byte[] frame) {
      this.routing = routing;
      this.frame = frame;
    }
  }

  private void later(Routing routing, byte[] frame) {
    Long tid = routing.tid();
    lock.lock();
    try {
      waitingBytes += frame.length;
      if (waitingBytes > WAITING_BYTES_MAX) {
        paused = true;
        channel.config().setAutoRead(false);
      }
      ArrayDeque<Object> lane = lanes.get(tid);
      if (lane == null) {
        lane = new ArrayDeque<>();
        lanes.put(tid, lane);
        waiting = true;
        LargeFrames.readers().execute(() -> handOn(tid));
      }
      lane.add(new Large(routing, frame));
    } finally {
      lock.unlock();
    }
  }

  /** Hands on all that waits under a tid; what comes meanwhile, too. */
  private void handOn(@Nullable Long tid) {
    for (Object next = first(tid); next != null; next = after(tid, next)) {
      try {
        Message message = next instanceof Large large ? read(large) : (Message) next;
        if (message != null && !broken) {
          told.accept(message);
        }
      } catch (RuntimeException | Error e) {
        fail(e);
      }
    }
  }

  private @Nullable Message read(Large large) {
    if (broken) {
      return null;
    }
    Message message = codec.newReader().read(large.frame);
    return message == null
        ? null
        : new Message(large.routing, message.events(), message.complete());
  }

  private @Nullable Object first(@Nullable Long tid) {
    lock.lock();
    try {
      ArrayDeque<Object> lane = lanes.get(tid);
      return lane == null ? null : lane.peek();
    } finally {
      lock.unlock();
    }
  }

  /** Takes out what has been handed on, and gives the next one. */
  private @Nullable Object after(@Nullable Long tid, Object done) {
    Runnable end;
    lock.lock();
    try {
      if (done instanceof Large large) {
        waitingBytes -= large.frame.length;
        if (paused && waitingBytes < WAITING_BYTES_MAX / 2) {
          paused = false;
          channel.config().setAutoRead(true);
        }
      }
      ArrayDeque<Object> lane = lanes.get(tid);
      if (lane != null) {
        lane.poll();
        if (!lane.isEmpty()) {
          return lane.peek();
        }
        lanes.remove(tid);
      }
      waiting = !lanes.isEmpty();
      end = waiting ? null : atEnd;
    } finally {
      lock.unlock();
    }
    if (end != null) {
      end.run();
    }
    return null;
  }

  /** Has something done once all that came is handed on. On the event loop only. */
  void end(Runnable then) {
    lock.lock();
    try {
      if (!lanes.isEmpty()) {
        atEnd = then;
        return;
      }
    } finally {
      lock.unlock();
    }
    then.run();
  }

  /** Whether nothing is taken from the socket for now, since too much is being read. */
  boolean isPaused() {
    return paused;
  }

  private void fail(Throwable reason) {
    if (!broken) {
      broken = true;
      failed.accept(reason);
    }
  }
}
