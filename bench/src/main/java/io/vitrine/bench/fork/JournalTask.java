package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One JVM appends messages to a journal, another reads them: how many a second, and how long after
 * the moment at which each should have been appended? The clock is the same for both JVMs. For one
 * thread.
 *
 * <p>Messages come in phases, of which the first ones warm up; whoever appends begins the next one
 * when all of those before were read, which a word beside tells.
 */
final class JournalTask {
  private static final int READ = 0;
  private static final int CLOSED = 1;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private JournalTask() {}

  /** Appends; another JVM reads. */
  static void append(Job job) throws IOException {
    try (var words = new SharedWord(job.folder())) {
      try (Journal journal = Journals.toAppend(job)) {
        job.awaitGo();
        append(journal, words, job);
      }
      words.set(CLOSED, 1);
    }
  }

  private static void append(Journal journal, SharedWord words, Job job) {
    var next = new Next(journal);
    long allocated = 0;
    long told = 0;
    for (Phase phase : phases(job)) {
      long before = Allocation.ofAll();
      if (phase.rate == 0) {
        long start = System.nanoTime();
        for (long i = 0; i < phase.count; i++) {
          next.append(start);
        }
      } else {
        long interval = TimeUnit.SECONDS.toNanos(1) / phase.rate;
        new OpenLoop(System::nanoTime, interval).run(next::append, phase.count);
      }
      while (words.get(READ) != next.number) {
        Thread.onSpinWait();
      }
      if (phase.told) {
        allocated += Allocation.ofAll() - before;
        told += phase.count;
      }
    }
    job.tell("allocated", (double) allocated / told);
  }

  /** The message that is appended next. */
  private static final class Next {
    private final Journal journal;
    private long number;

    Next(Journal journal) {
      this.journal = journal;
    }

    void append(long time) {
      journal.append(number++, time);
    }
  }

  /**
   * Messages of which all are read before those of the next phase are appended.
   *
   * @param rate how many a second, 0 for as many as go
   * @param count how many
   * @param told whether they are measured
   */
  private record Phase(long rate, long count, boolean told) {}

  private static List<Phase> phases(Job job) {
    long rate = job.number("rate");
    var warmUp = new Phase(0, job.number("warmUps"), false);
    var measured = new Phase(rate, job.number("messages"), true);
    return rate == 0
        ? List.of(warmUp, measured, measured, measured)
        : List.of(warmUp, new Phase(rate, Math.max(1, measured.count / 4), false), measured);
  }

  /** Reads what another JVM appends, and tells how fast it came or with which delays. */
  static void read(Job job) throws IOException {
    try (var words = new SharedWord(job.folder());
        Journal journal = Journals.toRead(job)) {
      job.awaitGo();
      boolean paced = job.number("rate") != 0;
      var arrivals = new Arrivals(paced);
      int told = 0;
      long allocated = 0;
      long messages = 0;
      for (Phase phase : phases(job)) {
        arrivals.begin(phase.count);
        long before = Allocation.ofAll();
        arrivals.readAll(journal);
        words.set(READ, arrivals.seen());
        if (phase.told) {
          allocated += Allocation.ofAll() - before;
          messages += phase.count;
          job.tell(paced ? "reached" : "rate-" + ++told, arrivals.rate());
        }
      }
      job.tell("allocated", (double) allocated / messages);
      if (paced) {
        Percentiles.tell(job, "", arrivals.delays(), 1);
      }
      awaitClosed(words);
    }
  }

  /** The driver of Aeron runs in this JVM: it goes last. */
  private static void awaitClosed(SharedWord words) {
    long start = System.nanoTime();
    while (words.get(CLOSED) == 0 && System.nanoTime() - start < PATIENCE_NANOS) {
      Thread.onSpinWait();
    }
  }
}
