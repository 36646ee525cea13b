package io.vitrine.examples.demo;

import java.util.function.Supplier;

/** Counts what a watcher found wrong and keeps the first case in words. For one thread. */
final class Problems {
  private long count;
  private String first;

  Problems() {
    this(0, "");
  }

  Problems(long count, String first) {
    this.count = count;
    this.first = first;
  }

  void addIf(boolean wrong, Supplier<String> words) {
    if (wrong && count++ == 0) {
      first = words.get();
    }
  }

  long count() {
    return count;
  }

  /** The first case, empty where there is none. */
  String first() {
    return first;
  }
}
