package io.vitrine.torture.kill;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;

/** What a writing process tells the judge of itself. Safe for any number of threads. */
final class ProcessFile {
  private static final int READY = 0;
  private static final int CLOCK = 1;
  private static final int DEEDS = 2;
  private static final int OWNER = 3;
  private static final int RINGS = 8;

  private final Words words;
  final EventRing takeovers;
  final EventRing stalls;

  private ProcessFile(Words words) {
    this.words = words;
    this.takeovers = new EventRing(words.from(RINGS));
    this.stalls = new EventRing(words.from(RINGS + EventRing.WORDS));
  }

  static ProcessFile open(Path folder, int process, Arena arena) throws IOException {
    int words = RINGS + 2 * EventRing.WORDS;
    return new ProcessFile(Words.open(folder.resolve("process" + process), words, arena));
  }

  /** Says that the process writes, what its clock shows and what marks its locks. */
  void ready(int life, long owner) {
    words.set(OWNER, owner);
    words.set(CLOCK, System.nanoTime());
    words.set(READY, life);
  }

  boolean isReady(int life) {
    return words.get(READY) == life;
  }

  long clock() {
    return words.get(CLOCK);
  }

  long owner() {
    return words.get(OWNER);
  }

  void countDeed() {
    words.getAndAdd(DEEDS, 1);
  }

  long deeds() {
    return words.get(DEEDS);
  }
}
