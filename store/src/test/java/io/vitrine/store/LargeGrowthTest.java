package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a file is refused to grow by is not taken from others, and limits are used up first. */
class LargeGrowthTest {
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(16);
  private static final int MIB = 1 << 20;
  private static final int ENTRIES = 1_000;
  private static final int UPDATES = 60_000;

  @TempDir Path folder;

  private SmallDisk disk(long room) {
    return new SmallDisk(new DiskFiles(folder.toAbsolutePath()), room);
  }

  private static Store open(SmallDisk disk) throws Exception {
    return MappedStore.open(Surroundings.system(disk), new StoreOptions(0));
  }

  private static StoreMap<Long, byte[]> filled(Store store) {
    StoreMap<Long, byte[]> map = store.map("/maps/small", OPTIONS);
    for (long key = 0; key < ENTRIES; key++) {
      map.put(key, new byte[100]);
    }
    return map;
  }

  private static long allocated(Store store, String path) {
    return Objects.requireNonNull(store.statistics(path)).allocatedBytes();
  }

  /** Beyond the disk, and within it but for the record in the log. */
  @Test
  void aRefusedValueTakesNoRoom() throws Exception {
    SmallDisk disk = disk(100L * MIB);
    try (Store store = open(disk)) {
      StoreMap<Long, byte[]> small = filled(store);
      StoreMap<Long, byte[]> large = store.map("/maps/large", OPTIONS);
      long room = disk.room.get();
      for (int mebibytes : new int[] {200, 60, 45}) {
        var e =
            assertThrows(StoreFullException.class, () -> large.put(1L, new byte[mebibytes * MIB]));
        assertTrue(
            String.valueOf(e.getMessage()).contains("the disk has " + room + " bytes left"),
            e.toString());
        assertEquals(room, disk.room.get());
      }
      assertEquals(0, large.size());
      small.put(1L, new byte[200]);
      byte[] value = new byte[20 * MIB];
      value[MIB] = 1;
      large.put(1L, value);
      assertArrayEquals(value, large.get(1L));
      Invariants.check(store);
    }
  }

  /** A process that may map no more goes on with what it has mapped, and others are unharmed. */
  @Test
  void whereNoMoreCanBeMappedTheMapGoesOn() throws Exception {
    SmallDisk disk = disk(1L << 30);
    try (Store store = open(disk)) {
      StoreMap<Long, byte[]> map = filled(store);
      disk.mappedBytesMax = 8L * MIB;
      int filled = 0;
      StoreException refused = null;
      while (refused == null) {
        assertTrue(filled < 1_000, "the map never had to grow");
        try {
          map.put((long) ENTRIES + filled, new byte[MIB / 4]);
          filled++;
        } catch (StoreException e) {
          refused = e;
        }
      }
      assertTrue(String.valueOf(refused.getMessage()).contains("cannot map"), refused.toString());
      assertEquals(ENTRIES + filled, map.size());
      assertEquals(100, Objects.requireNonNull(map.get(1L)).length);
      map.put(1L, new byte[90]);
      assertEquals(90, Objects.requireNonNull(map.get(1L)).length);
      assertTrue(map.remove((long) ENTRIES));
      map.put((long) ENTRIES, new byte[MIB / 4]);
      Invariants.check(store);
      disk.mappedBytesMax = Long.MAX_VALUE;
      map.put(-1L, new byte[20 * MIB]);
      assertEquals(20 * MIB, Objects.requireNonNull(map.get(-1L)).length);
      Invariants.check(store);
    }
  }

  /** A quota is met only when it is used up. */
  @Test
  void whatWasWrittenInVainIsUsedLater() throws Exception {
    SmallDisk disk = disk(64L * MIB);
    disk.tells = false;
    try (Store store = open(disk)) {
      StoreMap<Long, byte[]> large = store.map("/maps/large", OPTIONS);
      long before = allocated(store, "/maps/large") + disk.room.get();
      assertThrows(StoreFullException.class, () -> large.put(1L, new byte[100 * MIB]));
      long after = allocated(store, "/maps/large") + disk.room.get();
      assertEquals(before, after, "bytes of the disk that belong to nothing");
      disk.room.addAndGet(30L * MIB); // for the log
      long end = allocated(store, "/maps/large");
      large.put(1L, new byte[24 * MIB]);
      assertEquals(end, allocated(store, "/maps/large"));
      Invariants.check(store);
    }
  }

  /** The apparent size is ahead of what is in use, which must not count against a limit. */
  @Test
  void aLimitOfTheFileSizeIsUsedUp() throws Exception {
    SmallDisk disk = disk(1000L * MIB);
    disk.fileBytesMax = 20L * MIB;
    try (Store store = open(disk)) {
      StoreMap<Long, byte[]> map = store.map("/maps/large", OPTIONS);
      assertThrows(
          StoreFullException.class,
          () -> {
            for (long key = 0; ; key++) {
              map.put(key, new byte[10_000]);
            }
          });
      long bytes = allocated(store, "/maps/large");
      assertTrue(bytes > 19L * MIB, bytes + " bytes of " + disk.fileBytesMax);
      Invariants.check(store);
      disk.fileBytesMax = Long.MAX_VALUE;
      map.put(-1L, new byte[2 * MIB]);
      Invariants.check(store);
    }
  }

  /** A limit of the system, and what the exception tells to do. */
  @Test
  void theSystemLimitsFiles() throws Exception {
    var limited = List.of("sh", "-c", "ulimit -f 20000 && exec \"$@\"", "sh");
    try (ChildJvm child =
        ChildJvm.startBy(limited, LimitedWriter.class, List.of("-Xmx64m"), folder.toString())) {
      long mebibytes = Long.parseLong(child.line());
      assertTrue(mebibytes >= 8, mebibytes + " MiB written, the limit is 9 or 19");
      String message = child.line();
      assertTrue(message.contains("ulimit -f"), message);
      assertEquals("true", child.line());
    }
  }

  /** On a file system of its own the disk can be asked. */
  @Test
  void othersGoOnOnAFileSystemThatIsTooSmall() throws Exception {
    Path small = Files.createDirectory(folder.resolve("small"));
    if (DiskFullTest.run("mount", "-t", "tmpfs", "-o", "size=80m", "tmpfs", small.toString())
        != 0) {
      abort("this process may not mount, so no file system of its own was filled");
    }
    try {
      try (Store store = Stores.open(small.resolve("data"), new StoreOptions(0))) {
        StoreMap<Long, byte[]> map = filled(store);
        StoreMap<Long, byte[]> large = store.map("/maps/large", OPTIONS);
        long free = Files.getFileStore(small).getUsableSpace();
        for (int mebibytes : new int[] {120, 60, 35}) {
          assertThrows(StoreFullException.class, () -> large.put(1L, new byte[mebibytes * MIB]));
        }
        assertTrue(Files.getFileStore(small).getUsableSpace() >= free - MIB, "room was taken");
        for (int i = 0; i < UPDATES; i++) {
          map.put((long) i % ENTRIES, new byte[100 + i % 7]);
        }
        assertNotNull(map.get(5L));
        large.put(1L, new byte[8 * MIB]);
        store.compact("/maps/large");
        Invariants.check(store);
      }
      assertTrue(Stores.check(small.resolve("data"), CheckOptions.defaults()).isClean());
    } finally {
      assertEquals(0, DiskFullTest.run("umount", small.toString()));
    }
  }

  /** A compaction is made once the new file has the name, and has it mapped no more than once. */
  @Test
  void aCompactionNeedsNoThirdMapping() throws Exception {
    var disk = new SmallDisk(new DiskFiles(folder.toAbsolutePath()), 100_000_000);
    try (Store store = MappedStore.open(Surroundings.system(disk), Logged.OPTIONS)) {
      var map = store.map("/maps/c", MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1));
      for (long i = 0; i < 100; i++) {
        map.put(i, new byte[10_000]);
      }
      for (long i = 0; i < 90; i++) {
        map.remove(i);
      }
      Step.hook(step -> {
        if (step == Step.COMPACTION_NAMED) {
          disk.mappedFilesMax = disk.mappedFiles.get();
        }
      });
      try {
        assertEquals(10, Objects.requireNonNull(store.compact("/maps/c")).entries());
      } finally {
        Step.hook(null);
      }
      assertEquals(disk.mappedFilesMax - 1, disk.mappedFiles.get(), "files that are mapped");
      assertEquals(10, map.size());
      Invariants.check(store);
    }
  }
}
