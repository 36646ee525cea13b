package io.vitrine.remote.wire;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Where large frames are read: neither on an event loop nor on a virtual thread, as both would keep
 * others from the processor until they are done. Stateless but for its threads, which end when
 * there is nothing to do; safe for any number of threads.
 */
public final class LargeFrames {
  /** To read so much takes half a millisecond and more; less is not worth the way to a thread. */
  private static final int BYTES = 128 << 10;

  private static final long IDLE_SECONDS = 10;

  private static final Executor READERS = newReaders();

  private LargeFrames() {}

  private static Executor newReaders() {
    int threads = Runtime.getRuntime().availableProcessors();
    var pool =
        new ThreadPoolExecutor(
            threads,
            threads,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> Thread.ofPlatform().daemon().name("vitrine-reader").unstarted(task));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /**
   * Whether a frame takes so long to read that others should not wait for it.
   *
   * @param frame its bytes
   * @return whether it is large
   */
  public static boolean isLarge(byte[] frame) {
    return frame.length >= BYTES;
  }

  /**
   * The threads, as many as there are processors.
   *
   * @return runs tasks in the order in which they come
   */
  public static Executor readers() {
    return READERS;
  }

  /**
   * Reads a frame, a large one on one of the threads while the caller waits.
   *
   * @param reader the reader
   * @param frame the frame
   * @return what the reader gives
   * @throws WireException if the frame is no message
   */
  public static @Nullable Message read(FrameReader reader, byte[] frame) {
    if (!isLarge(frame)) {
      return reader.read(frame);
    }
    try {
      return CompletableFuture.<@Nullable Message>supplyAsync(() -> reader.read(frame), READERS)
          .join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof RuntimeException failure ? failure : e;
    }
  }
}
