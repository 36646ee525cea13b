package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a segment's counters and lists of free blocks anew from its slots, which are the truth.
 * Only under the segment's lock.
 */
final class FreeLists {
  private final MapFile file;
  private final SpaceAllocator space;

  FreeLists(MapFile file, SpaceAllocator space) {
    this.file = file;
    this.space = space;
  }

  /** Makes everything anew; blocks that no slot refers to are free. */
  void rebuild(int segment) {
    Map<Long, BitSet> used = new LinkedHashMap<>();
    chunks(segment).forEach(chunk -> used.put(chunk, new BitSet()));
    countSlots(segment, used);
    link(segment, used);
  }

  /** Makes everything anew and gives chunks without entries back to the file. */
  void tidy(int segment) {
    long at = file.segmentAt(segment);
    Memory.setRelease(file.memory(), at + SegmentLayout.PENDING, 1);
    if (Memory.get(file.memory(), at + SegmentLayout.SPARES) != 0) {
      MapEngine.moveVersion(file.memory(), at);
    }
    Map<Long, BitSet> used = new LinkedHashMap<>();
    chunks(segment).forEach(chunk -> used.put(chunk, new BitSet()));
    countSlots(segment, used);
    var empty = new ArrayList<Long>();
    used.forEach((chunk, blocks) -> {
      if (blocks.isEmpty()) {
        empty.add(chunk);
      }
    });
    empty.forEach(used::remove);
    chain(segment, List.copyOf(used.keySet()));
    link(segment, used);
    Step.CHUNKS_UNLINKED.reached();
    empty.forEach(space::free);
    MemorySegment memory = file.memory();
    long left = file.word(memory, at + SegmentLayout.CHUNK_BYTES);
    MapFile.setWord(memory, at + SegmentLayout.TIDIED, left);
    Memory.setRelease(memory, at + SegmentLayout.PENDING, 0);
  }

  /** Links just these chunks; a takeover that finds others owned and not linked frees them. */
  private void chain(int segment, List<Long> chunks) {
    MemorySegment memory = file.memory();
    long next = 0;
    for (long chunk : chunks.reversed()) {
      Memory.setRelease(memory, chunk + BlockAllocator.CHUNK_NEXT, next);
      next = chunk;
    }
    Memory.setRelease(memory, file.segmentAt(segment) + SegmentLayout.CHUNKS, next);
  }

  /** The segment's chunks in the order of their list. */
  List<Long> chunks(int segment) {
    MemorySegment memory = file.mapped();
    var chunks = new ArrayList<Long>();
    long from = file.segmentAt(segment) + SegmentLayout.CHUNKS;
    long most = memory.byteSize() >>> MapLayout.PAGE_SHIFT;
    for (long chunk = Memory.get(memory, from); chunk != 0; ) {
      space.checkRun(chunk, PageEntry.CHUNK, segment);
      if (chunks.size() > most) {
        throw file.corrupt(chunk, "begins a chunk that is linked twice");
      }
      chunks.add(chunk);
      chunk = Memory.get(memory, chunk + BlockAllocator.CHUNK_NEXT);
    }
    return chunks;
  }

  private void countSlots(int segment, Map<Long, BitSet> used) {
    MemorySegment memory = file.mapped();
    long at = file.segmentAt(segment);
    long table = Memory.get(memory, at + SegmentLayout.TABLE);
    if (!SegmentLayout.isSoundTable(table)) {
      throw file.corrupt(at + SegmentLayout.TABLE, "does not match its own check");
    }
    long slots = 8 * SegmentLayout.tableLines(table);
    long entries = 0;
    long tombstones = 0;
    long live = 0;
    long large = 0;
    for (long i = 0; i < slots; i++) {
      long slot = SegmentLayout.tableOffset(table) + 8 * i;
      long word = Memory.get(memory, slot);
      if (!Slot.isSound(word)) {
        throw file.corrupt(slot, "is a slot with a wrong parity");
      }
      if (word == Slot.TOMBSTONE) {
        tombstones++;
      } else if (Slot.isLive(word)) {
        entries++;
        long block = Slot.block(word);
        long bytes = BlockLayout.bytesWithin(memory, block);
        live += bytes;
        // By where it lies, too: with a damaged length it must not count as free.
        if (bytes <= SizeClass.BYTES_MAX || used.containsKey(space.runOf(block))) {
          mark(memory, block, used);
        } else {
          large += bytes;
        }
      }
    }
    MapFile.setWord(memory, at + SegmentLayout.ENTRIES, entries);
    MapFile.setWord(memory, at + SegmentLayout.TOMBSTONES, tombstones);
    MapFile.setWord(memory, at + SegmentLayout.LIVE_BYTES, live);
    MapFile.setWord(memory, at + SegmentLayout.LARGE_BYTES, large);
  }

  private void mark(MemorySegment memory, long block, Map<Long, BitSet> used) {
    long chunk = space.runOf(block);
    BitSet blocks = used.get(chunk);
    if (blocks == null) {
      throw file.corrupt(block, "begins a block outside of the segment's chunks");
    }
    long offset = block - chunk - BlockAllocator.CHUNK_BLOCKS;
    long bytes = blockBytes(memory, chunk);
    if (offset < 0 || offset % bytes != 0 || offset / bytes >= blockCount(memory, chunk)) {
      throw file.corrupt(block, "begins a block where its chunk has none");
    }
    blocks.set((int) (offset / bytes));
  }

  /** Size of a chunk's blocks. */
  private long blockBytes(MemorySegment memory, long chunk) {
    long bytes = Memory.get(memory, chunk + BlockAllocator.CHUNK_SHAPE) & 0xFFFF_FFFFL;
    if (bytes < SizeClass.BYTES_MIN
        || bytes > SizeClass.BYTES_MAX
        || SizeClass.bytes(SizeClass.of(bytes)) != bytes) {
      throw file.corrupt(chunk + BlockAllocator.CHUNK_SHAPE, "names no size class: " + bytes);
    }
    return bytes;
  }

  private int blockCount(MemorySegment memory, long chunk) {
    long count = Memory.get(memory, chunk + BlockAllocator.CHUNK_SHAPE) >>> 32;
    long room = space.runBytes(chunk) - BlockAllocator.CHUNK_BLOCKS;
    if (count != room / blockBytes(memory, chunk)) {
      throw file.corrupt(
          chunk + BlockAllocator.CHUNK_SHAPE, "has " + count + " blocks in " + room + " bytes");
    }
    return (int) count;
  }

  /** Links the free blocks, those of the fullest chunks first, so that the others become empty. */
  private void link(int segment, Map<Long, BitSet> used) {
    MemorySegment memory = file.memory();
    long at = file.segmentAt(segment);
    Memory.set(memory, at + SegmentLayout.SPARES, 0); // free like any other
    for (int i = 0; i < SizeClass.COUNT; i++) {
      Memory.set(memory, at + SegmentLayout.FREE + 8L * i, 0);
    }
    long bytes = 0;
    Comparator<Map.Entry<Long, BitSet>> byUse =
        Comparator.comparingInt(chunk -> chunk.getValue().cardinality());
    for (var chunk : used.entrySet().stream().sorted(byUse).toList()) {
      link(memory, at, chunk.getKey(), chunk.getValue());
      bytes += space.runBytes(chunk.getKey());
    }
    MapFile.setWord(memory, at + SegmentLayout.CHUNK_BYTES, bytes);
  }

  private void link(MemorySegment memory, long at, long chunk, BitSet used) {
    long bytes = blockBytes(memory, chunk);
    long free = at + SegmentLayout.FREE + 8L * SizeClass.of(bytes);
    for (int i = blockCount(memory, chunk) - 1; i >= 0; i--) {
      if (!used.get(i)) {
        long block = chunk + BlockAllocator.CHUNK_BLOCKS + i * bytes;
        BlockLayout.setFree(memory, block, Memory.get(memory, free));
        Memory.set(memory, free, block);
      }
    }
  }
}
