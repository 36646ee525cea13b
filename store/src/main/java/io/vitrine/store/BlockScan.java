package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * Looks through all pages of a map's file for blocks that prove themselves by their checks, which
 * say the place and the file. For one thread, while nobody has the store open.
 */
final class BlockScan {
  /** Takes blocks. */
  @FunctionalInterface
  interface Visitor {
    void block(long offset) throws IOException;
  }

  private final MapImage image;
  private final MemorySegment memory;
  private final long limit;
  private final long revisionMax;
  private final Visitor visitor;

  /**
   * Makes a scan.
   *
   * @param revisionMax no entry has a larger one; most of what is no block has
   */
  BlockScan(MapImage image, long revisionMax, Visitor visitor) {
    this.image = image;
    this.memory = image.memory();
    this.limit = image.limit();
    this.revisionMax = revisionMax;
    this.visitor = visitor;
  }

  /** Looks at every place where a block could begin. */
  void everywhere() throws IOException {
    within((image.runsAt() + 7) & -8, limit);
  }

  /** Looks where blocks begin according to the page map, which must be sound. */
  void byPages(MapPages pages) throws IOException {
    long top = pages.top();
    for (long page = 0; page < top; ) {
      long entry = pages.entry(page);
      long offset = page << MapLayout.PAGE_SHIFT;
      long bytes = PageEntry.length(entry) << MapLayout.PAGE_SHIFT;
      if (PageEntry.kind(entry) == PageEntry.LARGE) {
        visit(offset);
      } else if (PageEntry.kind(entry) == PageEntry.CHUNK) {
        chunk(offset, bytes);
      }
      page += PageEntry.length(entry);
    }
  }

  private void chunk(long chunk, long bytes) throws IOException {
    long blockBytes = Memory.get(memory, chunk + BlockAllocator.CHUNK_SHAPE) & 0xFFFF_FFFFL;
    if (blockBytes < SizeClass.BYTES_MIN
        || blockBytes > SizeClass.BYTES_MAX
        || SizeClass.bytes(SizeClass.of(blockBytes)) != blockBytes) {
      within(chunk, chunk + bytes);
      return;
    }
    long end = chunk + bytes - blockBytes;
    for (long at = chunk + BlockAllocator.CHUNK_BLOCKS; at <= end; at += blockBytes) {
      visit(at);
    }
  }

  private boolean visit(long offset) throws IOException {
    long revision = BlockLayout.revision(memory, offset);
    if (revision == 0 || revision > revisionMax || !image.isBlock(offset, limit)) {
      return false;
    }
    visitor.block(offset);
    return true;
  }

  private void within(long from, long to) throws IOException {
    for (long at = from; at + SizeClass.BYTES_MIN <= to; ) {
      boolean found = mayBegin(at) && visit(at);
      at += found ? BlockLayout.bytes(BlockLayout.lengths(memory, at)) : 8;
    }
  }

  /** Whether what lies there would be a block of a chunk, or a large one at the begin of a page. */
  private boolean mayBegin(long at) {
    long word = Memory.get(memory, at + BlockLayout.LENGTHS);
    boolean onPage = (at & MapLayout.PAGE - 1) == 0;
    return word != 0
        && (onPage
            || (!BlockLayout.isWide(word)
                && BlockLayout.bytes(BlockLayout.lengths(memory, at)) <= SizeClass.BYTES_MAX));
  }
}
