package io.vitrine.torture.kill;

/**
 * What a writer notes of one kind of deed before and after each. Written by the writer, and by the
 * judge once the writer is dead; for one of them at a time.
 *
 * <p>Two words for each thing: number of the change last begun, number of the change last done.
 */
final class Book {
  private final Words words;
  private final int things;

  Book(Words words, int things) {
    this.words = words;
    this.things = things;
  }

  int things() {
    return things;
  }

  long begun(int thing) {
    return words.get(2 * thing);
  }

  long done(int thing) {
    return words.get(2 * thing + 1);
  }

  /** Notes that the next change of a thing begins. */
  long begin(int thing) {
    long next = done(thing) + 1;
    words.set(2 * thing, next);
    return next;
  }

  /** Notes that the change last begun is done. */
  void end(int thing) {
    words.set(2 * thing + 1, begun(thing));
  }

  /** Notes that the change last begun did not take place. */
  void takeBack(int thing) {
    words.set(2 * thing, done(thing));
  }

  boolean isUncertain(int thing) {
    return begun(thing) != done(thing);
  }
}
