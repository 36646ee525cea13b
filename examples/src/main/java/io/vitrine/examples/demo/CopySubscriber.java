package io.vitrine.examples.demo;

import io.vitrine.collections.MapEvent;
import io.vitrine.collections.Subscriber;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * Keeps a copy of the map and saves it several times a second. Called from the thread of its
 * subscription, but for the methods that wait.
 */
final class CopySubscriber implements Subscriber<MapEvent<String, AirportStats>> {
  private static final long SAVE_NANOS = 200_000_000L;
  private static final int TOLD_EVENTS = 500;

  private final Parent parent;
  private final Copy copy;
  private final Path file;
  private final Reached reached = new Reached();
  private final long listeningSince = DelayHistogram.clockNanos();
  private long saved = listeningSince;

  CopySubscriber(Parent parent, Copy copy, Path file) {
    this.parent = parent;
    this.copy = copy;
    this.file = file;
    reached.advance(copy.bookmark().revision());
  }

  void awaitBootstrap() throws InterruptedException {
    reached.await(0);
  }

  void awaitRevision(long revision) throws InterruptedException {
    reached.await(revision);
  }

  @Override
  public synchronized void onNext(MapEvent<String, AirportStats> event, long revision) {
    long now = DelayHistogram.clockNanos();
    copy.apply(event, listeningSince, now);
    if (now - saved > SAVE_NANOS && copy.bookmark().revision() >= 0) {
      saved = now;
      save();
    }
    if (!(event instanceof MapEvent.Existing)) {
      reached.advance(revision);
      if (copy.events() % TOLD_EVENTS == 0) {
        parent.tell("events", copy.events());
      }
    }
  }

  @Override
  public synchronized void onBootstrapped(long revision) {
    copy.bootstrapped(revision);
    save();
    reached.advance(revision);
  }

  @Override
  public synchronized void onResync(long revision) {
    copy.resync(revision);
  }

  @Override
  public void onProgress(long revision) {
    reached.advance(revision);
  }

  @Override
  public void onCancelled(String reason) {
    reached.fail(reason);
  }

  @Override
  public void onError(Throwable failure) {
    reached.fail(failure.toString());
  }

  /** Saves the copy as it is now. */
  synchronized void finish() {
    save();
  }

  private void save() {
    try {
      CopyFile.save(copy, file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot save the copy", e);
    }
  }
}
