package io.vitrine.bench.fork;

/** Opens journals. Stateless. */
final class Journals {
  private Journals() {}

  /**
   * Opens one to append to; who reads it has it open.
   *
   * @param job names system and folder
   * @return the journal
   */
  static Journal toAppend(Job job) {
    return switch (job.peer()) {
      case VITRINE -> new LogJournal(job.folder());
      case CHRONICLE_QUEUE -> QueueJournal.toAppend(job.folder());
      case AERON -> IpcJournal.toAppend(job.folder());
      default -> throw new IllegalArgumentException(job.peer() + " keeps no journal");
    };
  }

  /**
   * Opens one to read what is appended from then on.
   *
   * @param job names system and folder
   * @return the journal
   */
  static Journal toRead(Job job) {
    return switch (job.peer()) {
      case VITRINE -> new LogJournal(job.folder());
      case CHRONICLE_QUEUE -> QueueJournal.toRead(job.folder());
      case AERON -> IpcJournal.toRead(job.folder());
      default -> throw new IllegalArgumentException(job.peer() + " keeps no journal");
    };
  }
}
