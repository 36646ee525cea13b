package io.vitrine.bench.fork;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Messages of Aeron between processes: in a buffer in mapped memory that is written round and
 * round, so whoever appends waits for who reads. The driver runs beside who reads, and has nothing
 * to do for a message.
 */
final class IpcJournal implements Journal {
  private static final String CHANNEL = "aeron:ipc?term-length=64m";
  private static final int STREAM = 1;
  private static final int FRAGMENTS_OF_POLL = 256;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final @Nullable MediaDriver driver;
  private final Aeron aeron;
  private final @Nullable ExclusivePublication publication;
  private final @Nullable Subscription subscription;
  private final BufferClaim claim = new BufferClaim();
  private final FragmentHandler handler = this::take;
  private Reader reader = (_, _, _) -> {};

  private IpcJournal(Path folder, boolean reads) {
    String shared = folder.resolve("aeron").toString();
    driver =
        reads
            ? MediaDriver.launch(
                new MediaDriver.Context()
                    .aeronDirectoryName(shared)
                    .threadingMode(ThreadingMode.SHARED)
                    .termBufferSparseFile(false)
                    .dirDeleteOnShutdown(true))
            : null;
    aeron = Aeron.connect(new Aeron.Context().aeronDirectoryName(shared));
    subscription = reads ? aeron.addSubscription(CHANNEL, STREAM) : null;
    publication = reads ? null : connected(aeron.addExclusivePublication(CHANNEL, STREAM));
  }

  static IpcJournal toAppend(Path folder) {
    return new IpcJournal(folder, false);
  }

  static IpcJournal toRead(Path folder) {
    return new IpcJournal(folder, true);
  }

  /** Nothing is kept for who comes later. */
  private static ExclusivePublication connected(ExclusivePublication publication) {
    long start = System.nanoTime();
    while (!publication.isConnected()) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IllegalStateException("nobody reads " + CHANNEL);
      }
      Thread.onSpinWait();
    }
    return publication;
  }

  @Override
  public void append(long number, long time) {
    if (publication == null) {
      throw new IllegalStateException("this one reads");
    }
    long result = publication.tryClaim(MESSAGE_BYTES, claim);
    while (result < 0) {
      if (result != Publication.BACK_PRESSURED && result != Publication.ADMIN_ACTION) {
        throw new IllegalStateException("not sent: " + Publication.errorString(result));
      }
      Thread.onSpinWait(); // until there is room
      result = publication.tryClaim(MESSAGE_BYTES, claim);
    }
    MutableDirectBuffer to = claim.buffer();
    int at = claim.offset();
    long filler = Journal.filler(number);
    to.putLong(at, number);
    to.putLong(at + 8, time);
    to.putLong(at + 16, filler);
    to.putLong(at + 24, filler + 1);
    to.putLong(at + 32, filler + 2);
    claim.commit();
  }

  @Override
  public int poll(Reader to) {
    if (subscription == null) {
      throw new IllegalStateException("this one appends");
    }
    reader = to;
    return subscription.poll(handler, FRAGMENTS_OF_POLL);
  }

  private void take(DirectBuffer from, int at, int length, Header header) {
    reader.read(
        from.getLong(at),
        from.getLong(at + 8),
        from.getLong(at + 16) + from.getLong(at + 24) + from.getLong(at + 32));
  }

  @Override
  public void close() {
    aeron.close();
    if (driver != null) {
      driver.close();
    }
  }
}
