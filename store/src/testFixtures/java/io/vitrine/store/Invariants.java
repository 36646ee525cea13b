package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What must hold of the files of a store whenever nobody is writing. Stateless; any thread. */
public final class Invariants {
  private Invariants() {}

  /**
   * Checks every map of a store, and that the log tells how each came to be what it is.
   *
   * @param store the store; whatever dead processes hold is taken over
   * @throws AssertionError if something does not hold
   */
  public static void check(Store store) {
    checkMaps(store);
    for (MapEngine engine : ((MappedStore) store).engines()) {
      if (store.oldestRevision() == 0) {
        try {
          checkLog(store, engine);
        } catch (RetentionException e) { // a checkpoint may have let go of the beginning meanwhile
          assertTrue(store.oldestRevision() > 0, e.toString());
        }
      }
    }
  }

  /**
   * Checks every map of a store, and lets no change log begin.
   *
   * @param store the store; whatever dead processes hold is taken over
   * @throws AssertionError if something does not hold
   */
  public static void checkMaps(Store store) {
    for (MapEngine engine : ((MappedStore) store).engines()) {
      engine.quiesce(); // takes over what is left
      checkMap(engine);
    }
  }

  private static void checkMap(MapEngine engine) {
    MemorySegment memory = engine.file.mapped();
    assertEquals(0L, Memory.get(memory, MapLayout.SPACE_LOCK), "space lock");
    engine.file.background.await();
    assertEquals(0L, Memory.get(memory, MapLayout.GROWTH_LOCK), "growth lock");
    Map<Long, Long> runs = new HashMap<>();
    engine.space.forEachRun((offset, entry) -> runs.put(offset, entry));
    Set<Long> used = new HashSet<>();
    for (int segment = 0; segment < engine.file.segments; segment++) {
      checkSegment(engine, segment, used);
    }
    runs.forEach((offset, entry) -> {
      int kind = PageEntry.kind(entry);
      boolean owned = kind == PageEntry.CHUNK || kind == PageEntry.TABLE || kind == PageEntry.LARGE;
      assertEquals(owned, used.contains(offset), "run at " + offset + " kind " + kind);
    });
  }

  private static void checkSegment(MapEngine engine, int segment, Set<Long> used) {
    MemorySegment memory = engine.file.mapped();
    long at = engine.file.segmentAt(segment);
    assertEquals(0L, Memory.get(memory, at + SegmentLayout.LOCK), "lock of " + segment);
    assertEquals(0L, Memory.get(memory, at + SegmentLayout.INTENT_SLOT), "intent");
    assertEquals(0L, Memory.get(memory, at + SegmentLayout.PENDING), "pending");
    if (engine instanceof CompactEngine compact) {
      checkLines(compact, segment, used);
      return;
    }
    long blocks = 0;
    long chunkBytes = 0;
    for (long c = Memory.get(memory, at + SegmentLayout.CHUNKS);
        c != 0;
        c = Memory.get(memory, c + BlockAllocator.CHUNK_NEXT)) {
      assertTrue(used.add(c), "chunk used twice");
      chunkBytes += engine.space.runBytes(c);
      blocks += Memory.get(memory, c + BlockAllocator.CHUNK_SHAPE) >>> 32;
    }
    Set<Long> seen = freeBlocks(memory, at);
    long free = seen.size();
    long table = Memory.get(memory, at + SegmentLayout.TABLE);
    long tableAt = SegmentLayout.tableOffset(table);
    if (!engine.file.isFirstTable(tableAt)) {
      used.add(tableAt);
    }
    long entries = 0;
    long tombstones = 0;
    long small = 0;
    long large = 0;
    long live = 0;
    assertTrue(SegmentLayout.isSoundTable(table), "table word");
    for (long i = 0; i < 8 * SegmentLayout.tableLines(table); i++) {
      long word = Memory.get(memory, tableAt + 8 * i);
      assertTrue(Slot.isSound(word), "parity of a slot");
      if (word == Slot.TOMBSTONE) {
        tombstones++;
      } else if (Slot.isLive(word)) {
        long block = Slot.block(word);
        assertTrue(seen.add(block), "block both free and used, or used twice");
        engine.checkBlock(memory, block, block);
        long bytes = BlockLayout.bytesWithin(memory, block);
        live += bytes;
        entries++;
        if (bytes <= SizeClass.BYTES_MAX) {
          small++;
        } else {
          large += bytes;
          assertTrue(used.add(block), "large block used twice");
        }
      }
    }
    assertEquals(entries, count(engine, at + SegmentLayout.ENTRIES), "entries");
    assertEquals(tombstones, count(engine, at + SegmentLayout.TOMBSTONES), "tombstones");
    assertEquals(live, count(engine, at + SegmentLayout.LIVE_BYTES), "live bytes");
    assertEquals(large, count(engine, at + SegmentLayout.LARGE_BYTES), "bytes of large blocks");
    assertEquals(chunkBytes, count(engine, at + SegmentLayout.CHUNK_BYTES), "bytes of chunks");
    assertEquals(blocks, free + small, "blocks of segment " + segment);
  }

  /** Free and spare blocks. */
  private static Set<Long> freeBlocks(MemorySegment memory, long at) {
    Set<Long> seen = new HashSet<>();
    for (int i = 0; i < SizeClass.COUNT; i++) {
      for (long b = Memory.get(memory, at + SegmentLayout.FREE + 8L * i);
          b != 0;
          b = Memory.get(memory, b)) {
        assertTrue(seen.add(b), "block twice free");
        assertTrue(BlockLayout.isFree(memory, b), "mark of a free block");
      }
    }
    long counts = Memory.get(memory, at + SegmentLayout.SPARES);
    assertTrue(Spares.isSoundCounts(counts), "counts of spare blocks");
    for (int place = 1; place <= Spares.COUNT; place++) {
      if (Spares.isAt(counts, place)) {
        long spare = Memory.get(memory, Spares.placeAt(at, place));
        assertTrue(CheckedWord.isSound(spare), "check of a spare block's word");
        assertTrue(seen.add(Spares.block(spare)), "block both spare and free");
      }
    }
    return seen;
  }

  private static void checkLines(CompactEngine engine, int segment, Set<Long> used) {
    MemorySegment memory = engine.file.mapped();
    long at = engine.file.segmentAt(segment);
    assertEquals(0L, Memory.get(memory, at + SegmentLayout.VERSION) & 1, "odd version");
    long word = Memory.get(memory, at + SegmentLayout.TABLE);
    assertTrue(SegmentLayout.isSoundTable(word), "table word");
    long tableAt = SegmentLayout.tableOffset(word);
    if (!engine.file.isFirstTable(tableAt)) {
      used.add(tableAt);
    }
    long entries = 0;
    long tombstones = 0;
    CompactTable table = engine.table();
    for (long i = 0; i < SegmentLayout.tableLines(word); i++) {
      long line = tableAt + i * engine.shape().lineBytes;
      long checks = Memory.get(memory, line + CompactLayout.CHECKS);
      long revision = Memory.get(memory, line + CompactLayout.REVISION);
      assertEquals(0L, table.unsoundIn(memory, line), "damage in a line");
      int live = 7 - Long.bitCount(CompactLayout.empties(checks));
      entries += live;
      tombstones += CompactLayout.isOverflowed(revision) ? 7 - live : 0;
    }
    for (long place : table.places(memory, word)) {
      assertTrue(table.isSound(memory, place), "check of an entry");
      long hash = table.hashAt(memory, table.entryAt(place));
      assertEquals(segment, engine.segmentOf(hash), "segment of a key");
    }
    assertEquals(entries, count(engine, at + SegmentLayout.ENTRIES), "entries");
    assertEquals(tombstones, count(engine, at + SegmentLayout.TOMBSTONES), "tombstones");
    assertEquals(
        entries * engine.shape().entryBytes,
        count(engine, at + SegmentLayout.LIVE_BYTES),
        "live bytes");
  }

  private static long count(MapEngine engine, long offset) {
    return engine.file.word(engine.file.memory(), offset);
  }

  private static void checkLog(Store store, MapEngine engine) {
    Map<String, String> state = new HashMap<>();
    Map<String, Long> revisions = new HashMap<>();
    long[] last = {0};
    Tailer tailer = store.tailer(0);
    while (tailer.revision() < engine.log().end()) { // a dead writer's record takes a moment
      tailer.poll(
          change -> {
            assertTrue(change.revision() > last[0], "order of the log");
            last[0] = change.isLast() ? change.revision() : last[0];
            if (change.mapId() == engine.file.mapId) {
              apply(change, state, revisions, engine.file.compact != null);
            }
            return true;
          },
          Integer.MAX_VALUE);
    }
    Map<String, String> now = new HashMap<>();
    var group = new GroupReader(engine);
    for (int segment = 0; segment < engine.file.segments; segment++) {
      for (long at = 0; at != WalkOrder.END; at = group.nextPlace()) {
        group.read(segment, at);
        for (int i = 0; i < group.count(); i++) {
          MemorySegment m = group.images();
          long image = group.image(i);
          long lengths = BlockLayout.lengths(m, image);
          long keyLength = BlockLayout.keyLength(lengths);
          String key = hex(m, image + BlockLayout.KEY, keyLength);
          String value =
              hex(m, image + BlockLayout.valueOffset(lengths), BlockLayout.valueLength(lengths));
          assertTrue(now.put(key, value) == null, "key twice");
          checkRevision(engine, revisions.getOrDefault(key, 0L), BlockLayout.revision(m, image));
        }
      }
    }
    assertEquals(state, now, "map by its log");
  }

  /** A line of a compact map has one revision for all its entries, and never one too small. */
  private static void checkRevision(MapEngine engine, long expected, long found) {
    if (engine.file.compact == null) {
      assertEquals(expected, found, "revision in log");
    } else {
      assertTrue(expected > 0 && found >= expected, "revision of a line, " + found);
    }
  }

  private static void apply(
      Change change, Map<String, String> state, Map<String, Long> revisions, boolean isCompact) {
    if (change.kind() == ChangeKind.CREATED || change.kind() == ChangeKind.PUBLISHED) {
      return;
    }
    String key = hex(change.source(), change.keyOffset(), change.keyLength());
    String old =
        change.oldLength() < 0
            ? null
            : hex(change.source(), change.oldOffset(), change.oldLength());
    assertEquals(state.get(key), old, "old value of " + key + " at " + change.revision());
    long previous = revisions.getOrDefault(key, 0L);
    if (isCompact) {
      assertEquals(previous == 0, change.previousRevision() == 0, "previous revision");
      assertTrue(previous <= change.previousRevision(), "previous revision");
    } else {
      assertEquals(previous, change.previousRevision(), "previous revision");
    }
    if (change.newLength() < 0) {
      state.remove(key);
      revisions.remove(key);
    } else {
      state.put(key, hex(change.source(), change.newOffset(), change.newLength()));
      revisions.put(key, change.revision());
    }
  }

  private static String hex(MemorySegment m, long offset, long length) {
    if (length > 4096) {
      return length + ":" + Checks.of(m, offset, length);
    }
    return java.util.HexFormat.of()
        .formatHex(m.asSlice(offset, length).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE));
  }

  private static void assertEquals(@Nullable Object expected, @Nullable Object found, String what) {
    if (!Objects.equals(expected, found)) {
      throw new AssertionError(what + ": expected " + expected + ", found " + found);
    }
  }

  private static void assertTrue(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }
}
