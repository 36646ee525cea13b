package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file grows by whole pages, however large it is: its steps are a part of its size. */
class FileGrowthTest {
  private static final int PAGES_AT_ONCE = 5;

  @TempDir Path folder;

  /** Beyond the sizes at which a step is a part of the file and no longer the least one. */
  @ParameterizedTest
  @CsvSource({"false, 320", "true, 40"})
  void growsByWholePages(boolean compact, long mebibytes) {
    MapOptions<Long, Long> options = MapOptions.of(Codecs.longs(), Codecs.longs());
    try (Store store = Stores.open(folder)) {
      var map = (MappedMap<Long, Long>) store.map("/maps/m", compact ? options.compact() : options);
      MapEngine engine = map.engine();
      long end = 0;
      while (end < mebibytes << 20) {
        end = engine.space.allocate(PAGES_AT_ONCE, PageEntry.CHUNK, 0);
        long allocated = engine.file.word(engine.file.memory(), MapLayout.ALLOCATED);
        assertEquals(0, allocated % MapLayout.PAGE, "bytes of the file at " + end);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 4096", "4095, 4096", "4096, 4096", "270875205, 270876672"})
  void aPageIsTakenWhole(long bytes, long whole) {
    assertEquals(whole, FileGrowth.wholePages(bytes));
  }

  /** Files of before may end within a page. */
  @ParameterizedTest
  @CsvSource({"1", "8", "4095"})
  void goesOnFromWithinAPage(long odd) {
    try (Store store = Stores.open(folder)) {
      var map =
          (MappedMap<Long, Long>)
              store.map("/maps/m", MapOptions.of(Codecs.longs(), Codecs.longs()));
      MapEngine engine = map.engine();
      long allocated = engine.file.word(engine.file.memory(), MapLayout.ALLOCATED);
      MapFile.setWord(engine.file.memory(), MapLayout.ALLOCATED, allocated - odd);
      for (long i = 0; i < 100_000; i++) {
        map.put(i, i);
      }
      for (long i = 0; i < 100_000; i++) {
        assertEquals(i, map.get(i));
      }
    }
  }
}
