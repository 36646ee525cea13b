package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * At each point of an update in the usual case the file is, word by word, as it is at that of all
 * others: so whoever takes the segment over there finds what it knows.
 */
class DirectWriterStepsTest {
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  /** Entries in blocks that are larger than they need. */
  private static final int WITH_EXCESS = 7;

  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  private static MapEngine engine(StoreMap<Long, byte[]> map) {
    return ((MappedMap<Long, byte[]>) map).engine();
  }

  private static byte[] filled(int length, int with) {
    byte[] value = new byte[length];
    Arrays.fill(value, (byte) with);
    return value;
  }

  /** How a change is made: as all are that are not usual, by a number and an array, by an image. */
  private enum Way {
    ENGINE,
    WORDS,
    IMAGE
  }

  private static boolean putWords(StoreMap<Long, byte[]> map, long key, byte[] value) {
    DirectWriter writer = DirectWriter.of(engine(map), Codecs.longs(), Codecs.bytes());
    return writer != null && writer.put(key, value, new Sighting());
  }

  private static boolean putImage(StoreMap<Long, byte[]> map, long key, byte[] value) {
    DirectWriter writer = engine(map).writer;
    var scratch = new Scratch(Scratch.NOBODY);
    Arrays.fill(scratch.outWords, -1); // of the call before
    ((MappedMap<Long, byte[]>) map).encodeKey(scratch, key);
    ((MappedMap<Long, byte[]>) map).encodeValue(scratch, value);
    return writer != null && writer.put(scratch);
  }

  /** What prepares a map. */
  private interface Preparation {
    void prepare(StoreMap<Long, byte[]> map);
  }

  /** What is at each point of several updates, in their order. */
  private List<String> steps(Way way, Preparation preparation, long key, int length, int updates) {
    List<Long> keys = Collections.nCopies(updates, key);
    return steps(way, preparation, keys, length, (map, value) -> map.replace(key, value));
  }

  /** A change that is not the usual case. */
  private interface Change {
    void make(StoreMap<Long, byte[]> map, byte[] value);
  }

  /** What is at each point of several insertions, in their order. */
  private List<String> insertions(Way way, Preparation preparation, List<Long> keys, int length) {
    Iterator<Long> next = keys.iterator();
    return steps(
        way, preparation, keys, length, (map, value) -> map.putIfAbsent(next.next(), value));
  }

  private List<String> steps(
      Way way, Preparation preparation, List<Long> keys, int length, Change change) {
    var steps = new ArrayList<String>();
    try (Store store = Stores.open(folder.resolve(way.name()))) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      preparation.prepare(map);
      MapEngine engine = engine(map);
      Step.hook(step -> steps.add(step + " " + words(engine.file)));
      for (int i = 0; i < keys.size(); i++) {
        byte[] value = filled(length, 90 + i);
        switch (way) {
          case ENGINE -> change.make(map, value);
          case WORDS -> assertTrue(putWords(map, keys.get(i), value), "change " + i);
          case IMAGE -> assertTrue(putImage(map, keys.get(i), value), "change " + i);
        }
        steps.add("done " + words(engine.file));
      }
      Step.hook(null);
      assertArrayEquals(filled(length, 90 + keys.size() - 1), map.get(keys.getLast()));
      Invariants.checkMaps(store);
    }
    return steps;
  }

  /** All words of the segment but the lock, of its slots, and of the blocks that they name. */
  private static Map<String, Long> words(MapFile file) {
    MemorySegment memory = file.memory();
    long at = file.segmentAt(0);
    var words = new LinkedHashMap<String, Long>();
    for (long field = 0; field < SegmentLayout.LENGTH; field += 8) {
      if (field != SegmentLayout.LOCK) {
        words.put("segment " + field, Memory.get(memory, at + field));
      }
    }
    Set<Long> blocks = new TreeSet<>();
    for (int place = 1; place <= Spares.COUNT; place++) {
      blocks.add(Spares.block(Memory.get(memory, Spares.placeAt(at, place))));
    }
    long table = Memory.get(memory, at + SegmentLayout.TABLE);
    for (long i = 0; i < 8 * SegmentLayout.tableLines(table); i++) {
      long word = Memory.get(memory, SegmentLayout.tableOffset(table) + 8 * i);
      words.put("slot " + i, word);
      if (Slot.isLive(word)) {
        blocks.add(Slot.block(word));
      }
    }
    blocks.remove(0L);
    for (long block : blocks) {
      addBlock(words, memory, block, file.salt);
    }
    words.values().removeIf(word -> word == 0);
    return words;
  }

  /** The checks differ, as those of no two files are the same; whether they are right does not. */
  private static void addBlock(
      Map<String, Long> words, MemorySegment memory, long block, long salt) {
    String name = "block " + Long.toHexString(block);
    if (BlockLayout.isFree(memory, block)) {
      words.put(name, -1L);
      return;
    }
    long lengths = Memory.get(memory, block + BlockLayout.LENGTHS);
    words.put(name + " lengths", lengths & ((1L << 40) - 1));
    words.put(name + " revision", BlockLayout.revision(memory, block));
    words.put(name + " sound", BlockLayout.isSound(memory, block, block, salt) ? 1L : -1L);
    long bytes = BlockLayout.bytes(BlockLayout.lengths(memory, block));
    for (long i = BlockLayout.KEY; i < bytes; i += 8) {
      words.put(name + " " + i, Memory.get(memory, block + i));
    }
  }

  private void compare(Preparation preparation, long key, int length, int updates) {
    List<String> engine = steps(Way.ENGINE, preparation, key, length, updates);
    compare(engine, steps(Way.WORDS, preparation, key, length, updates));
    compare(engine, steps(Way.IMAGE, preparation, key, length, updates));
  }

  private static void compare(List<String> engine, List<String> direct) {
    Iterator<String> expected = engine.iterator();
    for (String step : direct) {
      assertEquals(expected.hasNext() ? expected.next() : "nothing", step);
    }
    assertTrue(!expected.hasNext(), "all steps");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8, 61, 64, 112, 113, 120, 121, 400, 488})
  void theFileIsAsAtThoseOfAllOthers(int length) {
    compare(
        map -> {
          for (long key = 2; key <= 40; key++) {
            map.put(key, filled(length, 2));
          }
          for (long key = 21; key <= 40; key++) { // so that there are blocks to be kept
            map.remove(key);
          }
          for (int i = 0; i <= 2 * Spares.COUNT; i++) {
            map.put(1L, filled((int) LogLayout.padded(length), -1 - i)); // where zeros are to be
          }
          map.put(1L, filled(length, 1));
        },
        1,
        length,
        2 * Spares.COUNT);
  }

  /** The block that goes is of another size class than the one in its place. */
  @Test
  void aBlockLargerThanNeededIsKeptAsWhatItIs() {
    compare(
        map -> {
          for (long key = 100; key < 500; key++) {
            map.put(key, new byte[72]);
          }
          for (long key = 1; key <= 45; key++) { // all blocks of a chunk
            map.put(key, filled(64, 1));
          }
          for (long key = 100; key < 500; key++) {
            map.remove(key);
          }
          for (long key = 1; key <= WITH_EXCESS; key++) {
            map.replace(key, filled(64, 2)); // an update like put would make spares ready early
          }
          var seen = new Sighting();
          MapFile file = engine(map).file;
          assertTrue(seen.look(file, file.memory(), WITH_EXCESS, 64));
          assertEquals(1, BlockLayout.excess(seen.lengths()));
        },
        WITH_EXCESS,
        64,
        1);
  }

  private void compareInsertions(Preparation preparation, List<Long> keys, int length) {
    List<String> engine = insertions(Way.ENGINE, preparation, keys, length);
    assertTrue(engine.stream().anyMatch(step -> step.startsWith("SLOT_SWUNG")));
    compare(engine, insertions(Way.WORDS, preparation, keys, length));
    compare(engine, insertions(Way.IMAGE, preparation, keys, length));
  }

  private static List<Long> keys(long from, int count) {
    return LongStream.range(from, from + count).boxed().toList();
  }

  /** Into slots that were never used, then also into those of entries that are gone. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8, 61, 64, 112, 113, 120, 121, 400, 488})
  void anInsertionIsAsThoseOfAllOthers(int length) {
    compareInsertions(
        map -> {
          map.put(1L, filled(length, 1));
          map.put(2L, filled((int) LogLayout.padded(length), -1)); // where zeros are to be
          map.remove(2L);
        },
        keys(2, 5),
        length);
  }

  /** In tables in which keys lie behind their home lines, and in the slots of removed ones. */
  @Test
  void anInsertionIntoFullLinesIsAsThoseOfAllOthers() {
    int inTable = 390; // the table grows when more than 409 of its 512 slots are used
    compareInsertions(
        map -> {
          for (long key = 0; key < inTable; key++) {
            map.put(key, filled(64, 1));
          }
          for (long key = 0; key < inTable; key += 20) {
            map.remove(key);
          }
          MapFile file = engine(map).file;
          long tombstones =
              CheckedWord.value(
                  Memory.get(file.memory(), file.segmentAt(0) + SegmentLayout.TOMBSTONES));
          assertTrue(tombstones > 0);
        },
        keys(1_000, 20),
        64);
  }

  /** Blocks that the last updates replaced are taken first, as many as there are. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 6, 7, 8, 13, 14})
  void anInsertionTakesSpareBlocksAsAllOthers(int updates) {
    compareInsertions(
        map -> {
          for (long key = 100; key < 120; key++) { // so that there are free blocks, too
            map.put(key, filled(64, 2));
          }
          for (long key = 105; key < 120; key++) {
            map.remove(key);
          }
          for (int i = 0; i <= updates; i++) {
            map.put(1L, filled(64, i));
          }
        },
        keys(2, 9),
        64);
  }
}
