package io.vitrine.collections;

import io.vitrine.store.ChildJvm;
import java.nio.file.Path;
import java.util.Random;

/** A process that adds to a set and removes from it, and tells how often that changed it. */
final class SetWriter {
  static final String PATH = "/sets/shared";
  static final ElementSpec<Integer> SPEC = ElementSpec.of(Integer.class).withSegments(4);
  static final int ELEMENTS = 100;

  private SetWriter() {}

  /** Arguments: folder of the store, seed, number of operations. */
  public static void main(String[] arguments) {
    ChildJvm.endWithParent();
    try (var vitrine = Vitrine.open(Path.of(arguments[0]))) {
      long[] done = write(vitrine, Long.parseLong(arguments[1]), Integer.parseInt(arguments[2]));
      System.out.println(done[0] + " " + done[1]);
    }
  }

  /** Answers how many elements were added and removed. */
  static long[] write(Vitrine vitrine, long seed, int operations) {
    var set = vitrine.set(PATH, SPEC);
    var random = new Random(seed);
    long[] done = new long[2];
    for (int i = 0; i < operations; i++) {
      int element = random.nextInt(ELEMENTS);
      switch (random.nextInt(16)) {
        case 0 -> {
          for (var elements = set.iterator(); elements.hasNext(); ) {
            if (elements.next() % 7 == 0 && set.remove(element)) {
              done[1]++;
            }
          }
        }
        case 1, 2, 3, 4, 5, 6, 7, 8 -> done[0] += set.add(element) ? 1 : 0;
        default -> done[1] += set.remove(element) ? 1 : 0;
      }
    }
    return done;
  }
}
