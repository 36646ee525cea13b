package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * The lock words of a store's maps, for a torture that asks who holds what. Stateless; any thread.
 * What it tells is as of some moment during the call.
 */
public final class LockWords {
  private LockWords() {}

  /**
   * Tells what marks the locks of this process.
   *
   * @param store a store that has been opened by {@link Stores}
   * @return a word without the thread
   */
  public static long owner(Store store) {
    Attachment self = ((MappedStore) store).attachment();
    return OwnerWord.of(self.slot(), self.incarnation(), 0);
  }

  /**
   * Tells the number of this process among those that have a store open.
   *
   * @param store a store that has been opened by {@link Stores}
   * @return its place in the table of processes
   */
  public static int number(Store store) {
    return ((MappedStore) store).attachment().slot();
  }

  /**
   * Tells which locks a process holds.
   *
   * @param store a store that has been opened by {@link Stores}
   * @param owner what {@link #owner} told there
   * @return a line for each lock: map, place and owner word
   */
  public static List<String> heldBy(Store store, long owner) {
    int slot = OwnerWord.slot(owner);
    long incarnation = OwnerWord.incarnation(owner);
    return held(
        (MappedStore) store,
        word -> OwnerWord.slot(word) == slot && OwnerWord.incarnation(word) == incarnation);
  }

  /**
   * Tells which locks are held by nobody who lives.
   *
   * @param store a store that has been opened by {@link Stores}
   * @param killed what {@link #owner} told in processes that have ended, which the store may not
   *     know yet
   * @return a line for each lock: map, place and owner word
   */
  public static List<String> heldByTheDead(Store store, Set<Long> killed) {
    var mapped = (MappedStore) store;
    return held(mapped, word -> isOfDead(mapped.attachment(), killed, word));
  }

  private static boolean isOfDead(Attachment self, Set<Long> killed, long word) {
    int slot = OwnerWord.slot(word);
    long incarnation = OwnerWord.incarnation(word);
    return killed.contains(OwnerWord.of(slot, incarnation, 0)) || !self.isAlive(slot, incarnation);
  }

  /**
   * Takes over each segment that a dead process holds, by asking for it as a writer does.
   *
   * @param store a store that has been opened by {@link Stores}
   * @param killed as above
   * @return of each the moment of wanting it and that of having it repaired, by {@link
   *     System#nanoTime}
   */
  public static List<long[]> takeOver(Store store, Set<Long> killed) {
    var mapped = (MappedStore) store;
    Attachment self = mapped.attachment();
    var times = new ArrayList<long[]>();
    for (MapEngine engine : mapped.engines()) {
      for (int segment = 0; segment < engine.file.segments; segment++) {
        long at = engine.file.segmentAt(segment) + SegmentLayout.LOCK;
        long word = Memory.getVolatile(engine.file.memory(), at);
        if (word != 0 && isOfDead(self, killed, word)) {
          long begin = System.nanoTime();
          engine.lock(segment);
          times.add(new long[] {begin, System.nanoTime()});
          engine.unlock(segment);
        }
      }
    }
    return times;
  }

  private static List<String> held(MappedStore store, LongPredicate owner) {
    var held = new ArrayList<String>();
    for (MapEngine engine : store.engines()) {
      held.addAll(held(engine.file, owner));
    }
    return held;
  }

  private static List<String> held(MapFile file, LongPredicate owner) {
    while (true) {
      MemorySegment memory = file.memory();
      var held = new ArrayList<String>();
      try {
        add(held, file, memory, "space", MapLayout.SPACE_LOCK, owner);
        add(held, file, memory, "growth", MapLayout.GROWTH_LOCK, owner);
        for (int segment = 0; segment < file.segments; segment++) {
          long at = file.segmentAt(segment) + SegmentLayout.LOCK;
          add(held, file, memory, "segment " + segment, at, owner);
        }
        return held;
      } catch (IllegalStateException e) {
        if (memory.scope().isAlive()) {
          throw e;
        }
        if (file.memory().equals(memory)) {
          return List.of(); // the map was dropped meanwhile, and its locks are gone with it
        }
      }
    }
  }

  private static void add(
      List<String> held,
      MapFile file,
      MemorySegment memory,
      String what,
      long at,
      LongPredicate owner) {
    long word = Memory.getVolatile(memory, at);
    if (word != 0 && owner.test(word)) {
      held.add(file.path + " " + what + " by 0x" + Long.toHexString(word));
    }
  }
}
