package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;

/**
 * What can be told of a map's file whose header is damaged, so that the map cannot be opened. Safe
 * for any thread.
 */
final class DamagedMap {
  /** Texts take up to so much, generously, before the segment headers begin. */
  private static final long TEXTS_MAX = 1 << 20;

  /** See {@link MapOptions}. */
  private static final long SEGMENTS_MAX = 65_536;

  private DamagedMap() {}

  /** Whether the file has a map's number where it would be. */
  static boolean mayHaveId(StoreFiles files, String name, long id) {
    try (MappedFile file = files.open(name)) {
      MemorySegment memory = file.memory();
      return memory.byteSize() >= MapLayout.PAGE && Memory.get(memory, MapLayout.MAP_ID) == id;
    } catch (CorruptStoreException | NoSuchFileException e) {
      return false; // it is no file at all
    } catch (IOException e) {
      throw new StoreException(files.describe(name) + ": cannot open: " + Io.why(e), e);
    }
  }

  /**
   * Whether some segment may have something unfinished that names a record of the log. Where
   * segments are is not believed: whatever could be the header of one is looked at. So the answer
   * may be a wrong yes, by other bytes that look like it, but no wrong no.
   */
  static boolean mayName(StoreFiles files, String name, long position) {
    try (MappedFile file = files.open(name)) {
      MemorySegment memory = file.memory();
      long end =
          Math.min(memory.byteSize(), TEXTS_MAX + SEGMENTS_MAX * SegmentLayout.LENGTH)
              - SegmentLayout.LENGTH;
      for (long at = MapLayout.PAGE; at <= end; at += SegmentLayout.LENGTH) {
        if (Memory.getAcquire(memory, at + SegmentLayout.INTENT_RECORD) == position + 1) {
          return true;
        }
      }
      return end < MapLayout.PAGE; // cut off, so that nothing can be told
    } catch (NoSuchFileException e) {
      return false;
    } catch (CorruptStoreException e) {
      return true; // nothing can be told
    } catch (IOException e) {
      throw new StoreException(files.describe(name) + ": cannot open: " + Io.why(e), e);
    }
  }
}
