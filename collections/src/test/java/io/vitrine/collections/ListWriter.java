package io.vitrine.collections;

import io.vitrine.store.ChildJvm;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A process that changes a list at random places. Each element is another number; numbers below 0
 * are left alone.
 */
final class ListWriter {
  static final String PATH = "/lists/shared";

  private ListWriter() {}

  /** Arguments: folder of the store, number of this writer, operations; prints what comes. */
  public static void main(String[] arguments) {
    ChildJvm.endWithParent();
    try (var vitrine = Vitrine.open(Path.of(arguments[0]))) {
      System.out.println("begins");
      write(
          vitrine.list(PATH, Long.class),
          Integer.parseInt(arguments[1]),
          Integer.parseInt(arguments[2]));
      System.out.println("done");
    }
  }

  static void write(ObservableList<Long> list, int writer, int operations) {
    var random = new Random(writer);
    long element = (long) writer << 32;
    for (int i = 0; i < operations; i++) {
      int size = list.size();
      int index = random.nextInt(size + 1);
      try {
        switch (random.nextInt(size > 5_000 ? 10 : 8)) {
          case 0 -> list.add(element++);
          case 1 -> list.add(index, element++);
          case 2 -> {
            var several = new ArrayList<Long>();
            for (int n = random.nextInt(100); n > 0; n--) {
              several.add(element++);
            }
            list.addAll(index, several);
          }
          case 3 -> {
            var elements = list.listIterator(index);
            if (elements.hasNext() && elements.next() >= 0) {
              elements.set(element++);
            }
          }
          case 4 -> {
            var elements = list.listIterator(index);
            for (int n = 0; n < 50 && elements.hasNext(); n++) {
              if (elements.next() >= 0 && n % 3 == 0) {
                elements.remove();
              }
            }
          }
          case 5 -> list.remove((Object) (element - 1));
          case 6 -> list.removeAll(List.of(element - 3, element - 2));
          case 7 -> list.listIterator(index).add(element++);
          default -> {
            int rest = random.nextInt(4);
            list.removeIf(e -> e >= 0 && (e & 3) == rest);
          }
        }
      } catch (IndexOutOfBoundsException | java.util.ConcurrentModificationException _) {
        // somebody else has made it shorter, or removed what is to be set
      }
    }
  }
}
