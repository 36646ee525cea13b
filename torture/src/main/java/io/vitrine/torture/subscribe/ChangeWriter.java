package io.vitrine.torture.subscribe;

import io.vitrine.collections.ObservableList;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.ObservableSet;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Visitors;
import io.vitrine.collections.Vitrine;
import io.vitrine.store.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** A process that changes the maps in all ways until it is killed. The way in of a process. */
final class ChangeWriter {
  private static final int KEYS = 60;
  private static final int VALUES = 1_000;
  private static final int LIST_MAX = 200;
  private static final int FILLER_BYTES = 60_000;
  private static final long PAUSE_NANOS = 5_000_000;

  private final Vitrine vitrine;
  private final ObservableMap<String, Long> wild;
  private final ObservableMap<String, Long> calm;
  private final ObservableMap<Long, byte[]> filler;
  private final ObservableSet<Long> set;
  private final ObservableList<Long> list;
  private final Random random;

  private ChangeWriter(Vitrine vitrine, long seed) {
    this.vitrine = vitrine;
    this.wild = vitrine.map(Places.WILD, String.class, Long.class);
    this.calm = vitrine.map(Places.CALM, String.class, Long.class);
    this.filler = vitrine.map(Places.FILLER, Long.class, byte[].class);
    this.set = vitrine.set(Places.SET, Long.class);
    this.list = vitrine.list(Places.LIST, Long.class);
    this.random = new Random(seed);
  }

  /** Arguments: folder of the store, seed. */
  static void main(String[] arguments) {
    ChildJvm.endWithParent();
    Vitrine vitrine = Vitrine.open(Path.of(arguments[0]), new TypeRegistry(), Places.OPTIONS);
    var writer = new ChangeWriter(vitrine, Long.parseLong(arguments[1]));
    System.out.println("writing");
    while (true) {
      writer.change();
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private String key() {
    return "k" + random.nextInt(KEYS);
  }

  private long value() {
    return random.nextInt(VALUES);
  }

  private void change() {
    ObservableMap<String, Long> map = random.nextBoolean() ? wild : calm;
    switch (random.nextInt(22)) {
      case 0 -> map.remove(key());
      case 1 -> map.putAll(several());
      case 2, 3 -> group();
      case 4 -> map.asyncUpdate("n" + random.nextInt(4), Visitors.add(1));
      case 5 -> map.compute(key(), (_, old) -> old == null ? value() : (old + 7) % VALUES);
      case 6 -> wild.set("t" + random.nextInt(8), value(), Duration.ofMillis(50));
      case 7 -> map.publish(value());
      case 8 -> clear();
      case 16, 17 -> changeSet();
      case 18, 19, 20, 21 -> changeList();
      case 9, 10 -> filler.set((long) random.nextInt(8), new byte[FILLER_BYTES]);
      default -> map.put(key(), value());
    }
  }

  private void changeSet() {
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> set.add(value());
      case 3 -> set.addAll(several().values());
      case 4 -> set.removeIf(element -> element % 7 == 3);
      case 5 -> set.publish(value());
      case 6 -> {
        if (random.nextInt(10) == 0) {
          set.clear();
        }
      }
      default -> set.remove(value());
    }
  }

  private void changeList() {
    int size = list.size();
    try {
      switch (random.nextInt(12)) {
        case 0, 1 -> list.add(value());
        case 2 -> list.add(random.nextInt(size + 1), value());
        case 3 -> list.addAll(random.nextInt(size + 1), several().values());
        case 4 -> list.remove(random.nextInt(size + 1));
        case 5 -> list.set(random.nextInt(size + 1), value());
        case 6 -> list.asyncUpdate(random.nextInt(size + 1), Visitors.add(1));
        case 7 -> list.removeIf(element -> element % 13 == 5);
        case 8 -> list.publish(value());
        case 9 -> list.sort(null);
        case 10 -> list.replaceAll(element -> element % 5 == 0 ? (element + 3) % VALUES : element);
        default -> list.subList(size / 2, Math.min(size, size / 2 + 10)).clear();
      }
      if (size > LIST_MAX) {
        list.subList(0, size / 2).clear();
      }
    } catch (IndexOutOfBoundsException | ConcurrentModificationException e) {
      // somebody else has made it shorter, or longer, meanwhile
    }
  }

  private void clear() {
    if (random.nextInt(10) == 0) {
      wild.clear();
    }
  }

  private Map<String, Long> several() {
    var several = new HashMap<String, Long>();
    for (int i = 2 + random.nextInt(6); i > 0; i--) {
      several.put(key(), value());
    }
    return several;
  }

  private void group() {
    Map<String, Long> several = several();
    String gone = key();
    vitrine.atomically(group -> {
      several.forEach((key, value) -> {
        group.put(wild, key, value);
        group.put(calm, key, value);
      });
      if (!several.containsKey(gone)) {
        group.remove(calm, gone);
      }
      several.values().forEach(value -> group.add(set, value));
      if (group.size(list) > 0) {
        group.remove(list, group.size(list) / 2);
      }
      group.addAll(list, several.values());
      return null;
    });
  }
}
