package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a check says of pages that are taken and given back, and of a log that goes on, amid it. */
class CheckAmidChangesTest {
  private static final String FILE = "maps/a.vtr";
  private static final MapOptions<Long, String> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.strings()).withSegments(1);
  private static final String LARGE = "v".repeat(100_000);

  /* The locks that a check of one map of one segment takes, in their order. */

  private static final int SEGMENT = 1;
  private static final int GROWTH = 2;
  private static final int PAGES = 3;
  private static final int SEGMENT_AGAIN = 4;
  private static final int PAGES_AGAIN = 5;

  @TempDir Path folder;

  private int locks;

  /** What happens before the check lists the files of the log the next time. */
  private Runnable beforeList = () -> {};

  /** An open of a store to which something happens before it tries for the n-th time for a lock. */
  private static final class Disturbed implements Attachment {
    private final Attachment self;
    private final Map<Integer, Runnable> before;
    private int tries;

    Disturbed(Attachment self, Map<Integer, Runnable> before) {
      this.self = self;
      this.before = before;
    }

    @Override
    public int slot() {
      before.getOrDefault(++tries, () -> {}).run();
      return self.slot();
    }

    @Override
    public long incarnation() {
      return self.incarnation();
    }

    @Override
    public boolean foundDead() {
      return self.foundDead();
    }

    @Override
    public boolean isAlive(int slot, long incarnation) {
      return self.isAlive(slot, incarnation);
    }

    @Override
    public int[] dead() {
      return self.dead();
    }

    @Override
    public boolean bury(int slot, long incarnation) {
      return self.bury(slot, incarnation);
    }

    @Override
    public void close() {
      self.close();
    }
  }

  /** Checks the map of a store that is open, to which something happens amid that. */
  private List<Finding> check(Map<Integer, Runnable> before) throws IOException {
    var findings = new Findings();
    var files = new DiskFiles(folder.toRealPath());
    StoreFiles listed = listed(files);
    try (ControlCheck control = ControlCheck.open(files, findings)) {
      var table = new ProcessTable(control.memory());
      try (Attachment self = files.attach(table);
          var scan = new LogScan(listed, control.epoch)) {
        var disturbed = new Disturbed(self, before);
        var log = new LogCheck(files, control, self, scan, findings);
        var agreement = new LogAgreement(findings);
        if (log.run()) {
          agreement.tellsFrom(log.first());
        }
        if (log.isBeginning()) {
          agreement.leaveEntriesOut();
        }
        var look = new LookLock(disturbed);
        new MapCheck(files, FILE, control.epoch, look, log, agreement, findings).run(List.of());
        locks = disturbed.tries;
        agreement.compare(scan, false);
        table.leave(self.slot());
      }
    }
    return findings.kept();
  }

  /** Files to which something may happen before they are listed. */
  private StoreFiles listed(StoreFiles files) {
    InvocationHandler handler =
        (_, method, arguments) -> {
          if (method.getName().equals("list")) {
            Runnable now = beforeList;
            beforeList = () -> {};
            now.run();
          }
          try {
            return method.invoke(files, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    Class<?>[] types = {StoreFiles.class};
    return (StoreFiles) Proxy.newProxyInstance(StoreFiles.class.getClassLoader(), types, handler);
  }

  private void withRoom() {
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      for (long i = 0; i < 20; i++) {
        map.put(i, LARGE);
      }
      map.clear();
    }
  }

  private static long pageOf(MappedMap<Long, String> map, int kind) {
    var found = new long[1];
    map.engine()
        .space
        .forEachRun((offset, entry) -> {
          if (PageEntry.kind(entry) == kind) {
            found[0] = offset >>> MapLayout.PAGE_SHIFT;
          }
        });
    return found[0];
  }

  @Test
  void pagesThatWereJoinedToFreeOnesAreNotLost() throws IOException {
    withRoom(); // so that the file need not grow, which another thread might do ahead of need
    try (Store store = Stores.open(folder)) {
      var map = (MappedMap<Long, String>) store.map("/maps/a", OPTIONS);
      map.put(1L, LARGE);
      Runnable taken = () -> map.put(2L, LARGE);
      Runnable joined =
          () -> {
            MapFile file = map.engine().file;
            long page = pageOf(map, PageEntry.LARGE);
            map.remove(1L);
            map.remove(2L);
            long left = new MapPages(file).entry(page);
            assertEquals(PageEntry.LARGE, PageEntry.kind(left), "what is left amid a free run");
          };
      var before = Map.of(GROWTH, taken, SEGMENT_AGAIN, joined);
      assertEquals(List.of(), check(before));
      assertEquals(PAGES_AGAIN, locks);
    }
  }

  @Test
  void pagesThatGoToAnotherEntryAreNotLost() throws IOException {
    withRoom();
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      Runnable taken = () -> map.put(2L, LARGE);
      Runnable replaced =
          () -> {
            map.put(3L, LARGE);
            map.remove(2L);
            map.put(4L, LARGE);
          };
      assertEquals(List.of(), check(Map.of(GROWTH, taken, SEGMENT_AGAIN, replaced)));
      assertEquals(SEGMENT_AGAIN, locks);
    }
  }

  @Test
  void pagesThatAreLostAreFound() throws IOException {
    withRoom();
    try (Store store = Stores.open(folder)) {
      var map = (MappedMap<Long, String>) store.map("/maps/a", OPTIONS);
      map.put(1L, LARGE);
      long lost = map.engine().space.allocate(25, PageEntry.LARGE, 0);
      List<Finding> findings = check(Map.of());
      assertEquals(1, findings.size(), findings::toString);
      Finding found = findings.getFirst();
      assertEquals(Finding.Kind.DAMAGE, found.kind());
      assertEquals(lost, found.offset());
      assertEquals("25 pages of segment 0 that nothing uses", found.found());
      assertEquals(PAGES_AGAIN, locks);
    }
  }

  @Test
  void pagesOfAStoreThatNobodyChangesAreLookedAtOnce() throws IOException {
    withRoom();
    try (Store store = Stores.open(folder)) {
      store.map("/maps/a", OPTIONS).put(1L, LARGE);
      assertEquals(List.of(), check(Map.of()));
      assertEquals(PAGES, locks);
    }
  }

  @Test
  void followsAPageMapToWhereTheFileHasGrown() throws IOException {
    try (Store store = Stores.open(folder)) {
      var map = (MappedMap<Long, String>) store.map("/maps/a", OPTIONS);
      map.put(0L, LARGE);
      long page = pageOf(map, PageEntry.LARGE);
      var files = new DiskFiles(folder.toRealPath());
      long epoch = Memory.get(map.engine().file.memory(), MapLayout.EPOCH);
      try (MapFile file = MapFile.open(files, FILE, epoch)) {
        var pages = new MapPages(file);
        long entry = pages.entry(page);
        assertNotEquals(0, entry);
        long mapped = file.memory().byteSize();
        for (long i = 1; pages.entryAt(page) < mapped; i++) {
          map.put(i, LARGE);
        }
        assertEquals(mapped, file.memory().byteSize(), "what is mapped of it before");
        assertEquals(entry, pages.entry(page));
        assertTrue(file.memory().byteSize() > mapped, "what is mapped of it");
      }
    }
  }

  private List<Long> logFiles() {
    try {
      return LogScan.starts(new DiskFiles(folder));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Makes changes until the log has got a file, and no longer has it. */
  private void outrun(StoreMap<Long, String> map) {
    long last = logFiles().getLast();
    long next = last;
    for (long i = 0; next == last || logFiles().getFirst() <= next; i++) {
      map.put(i % 20, LARGE);
      next = next == last ? logFiles().getLast() : next;
    }
  }

  @Test
  void aLogThatWentOnFasterThanItWasReadProvesNothing() throws IOException {
    try (Store store = Stores.open(folder, new StoreOptions(1 << 20).withLogFromStart())) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      map.put(1L, "one");
      assertEquals(List.of(), check(Map.of(SEGMENT, () -> outrun(map))));
      assertEquals(List.of(), check(Map.of(GROWTH, () -> outrun(map))));
    }
  }

  @Test
  void aFileOfTheLogThatGoesBeforeItIsOpenedHidesNoEnd() throws IOException {
    try (Store store = Stores.open(folder, new StoreOptions(4 << 20).withLogFromStart())) {
      StoreMap<Long, String> map = store.map("/maps/a", OPTIONS);
      StoreMap<Long, String> other = store.map("/maps/b", OPTIONS);
      map.put(1L, "one");
      ChangeLog log = ((MappedStore) store).log();
      Runnable intoNext =
          () -> {
            long end = log.fileEndAt(log.end());
            for (long i = 0; log.end() <= end; i++) {
              map.put(i % 20, LARGE);
            }
            beforeList = () -> outrun(other);
          };
      assertEquals(List.of(), check(Map.of(SEGMENT, intoNext)));
    }
  }
}
