package io.vitrine.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A process that cuts off a file of a store which it has open, and tells of every kind of call what
 * it gives: its name, a blank, and the class of what is thrown, or {@code nothing}.
 */
final class CutOffCalls {
  static final String BLOCKS = "/maps/blocks";
  static final String COMPACT = "/maps/compact";
  private static final int ENTRIES = 100;
  private static final int VALUE_BYTES = 3_000;
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  /** What a call does. */
  private interface Call {
    void run() throws Exception;
  }

  private final Path folder;
  private final Store store;
  private final StoreMap<Long, byte[]> map;
  private final LongLongMap words;
  private final Map<String, Call> calls = new LinkedHashMap<>();

  private CutOffCalls(Path folder, Store store) {
    this.folder = folder;
    this.store = store;
    this.map = store.map(BLOCKS, OPTIONS);
    this.words = store.longLongMap(COMPACT);
  }

  /** Arguments: a folder for stores, and as often as wanted: part of a file's name, bytes left. */
  public static void main(String[] arguments) throws Exception {
    ChildJvm.endWithParent();
    for (int i = 1; i < arguments.length; i += 2) {
      Path folder = Path.of(arguments[0]).resolve("store-" + i);
      var cut = new CutOffCalls(folder, Stores.open(folder));
      cut.fill();
      cut.nameCalls();
      cut.cutOff(arguments[i], Long.parseLong(arguments[i + 1]));
      cut.calls.forEach(CutOffCalls::tell);
      System.out.println("end of " + arguments[i] + " " + arguments[i + 1]);
      System.out.flush();
    }
    Runtime.getRuntime().halt(0);
  }

  private void fill() {
    for (long key = 0; key < ENTRIES; key++) {
      map.put(key, new byte[VALUE_BYTES]);
      words.put(key, key);
    }
  }

  private void nameCalls() {
    nameReads();
    nameChanges();
    calls.put("describe", () -> store.describe(BLOCKS));
    calls.put("list", () -> store.list(""));
    calls.put("storeStatistics", () -> store.statistics());
    calls.put("mapStatistics", () -> store.statistics(BLOCKS));
    calls.put("another", () -> store.map("/maps/another", OPTIONS));
    calls.put("generic", () -> store.genericMap(COMPACT));
    calls.put("revision", store::revision);
    calls.put("reserved", store::reservedRevision);
    calls.put("oldest", store::oldestRevision);
    calls.put("sweep", store::sweep);
    calls.put("sweepExpired", store::sweepExpired);
    calls.put("copy", () -> store.snapshot(folder.resolveSibling(folder.getFileName() + "-copy")));
    calls.put("compact", () -> store.compact(BLOCKS));
    calls.put("compactAll", () -> store.compact(new CompactOptions(0, 0)));
    calls.put("check", () -> Stores.check(folder));
    calls.put("openReadOnly", () -> Stores.openReadOnly(folder).close());
    calls.put("drop", () -> store.drop(COMPACT));
    calls.put("close", store::close);
  }

  private void nameReads() {
    MapCursor<Long, byte[]> cursor = map.cursor();
    Snapshot<Long, byte[]> snapshot = map.snapshot();
    Tailer tailer = store.tailer(store.oldestRevision());
    List<Long> keys = Stream.iterate(0L, key -> key + 1).limit(ENTRIES).toList();
    calls.put("get", () -> keys.forEach(map::get));
    calls.put("getVersioned", () -> keys.forEach(map::getVersioned));
    calls.put("containsKey", () -> keys.forEach(map::containsKey));
    calls.put("getAll", () -> map.getAll(keys));
    calls.put(
        "batchGet",
        () -> {
          Batch<Long, byte[]> batch = map.batch();
          keys.forEach(batch::add);
          batch.get();
        });
    calls.put("size", map::size);
    calls.put("statistics", map::statistics);
    calls.put("lookupStatistics", map::lookupStatistics);
    calls.put("cursor", () -> cursor.next((key, value, revision) -> {}, ENTRIES));
    calls.put("forEach", () -> map.forEach((key, value) -> {}));
    calls.put("snapshotBefore", () -> snapshot.next((key, value, revision) -> {}, ENTRIES));
    calls.put("snapshot", () -> map.snapshot().next((key, value, revision) -> {}, ENTRIES));
    calls.put("tailerBefore", () -> tailer.poll(change -> true, ENTRIES));
    calls.put("tailer", () -> store.tailer(store.oldestRevision()).poll(change -> true, ENTRIES));
    calls.put("groupGet", () -> store.atomically(group -> group.get(map, 1L)));
    calls.put("wordGet", () -> keys.forEach(key -> words.get(key, 0)));
    calls.put("wordHas", () -> words.containsKey(-1));
    calls.put("wordForEach", () -> words.forEach((key, value) -> {}));
  }

  private void nameChanges() {
    byte[] value = new byte[VALUE_BYTES];
    calls.put("put", () -> map.put(1L, value));
    calls.put("putIfAbsent", () -> map.putIfAbsent(-1L, value));
    calls.put("remove", () -> map.remove(2L));
    calls.put("compareAndSet", () -> map.compareAndSet(-3L, 0, value));
    calls.put("visit", () -> map.asyncUpdate(4L, was -> new byte[1]));
    calls.put("putAll", () -> map.putAll(Map.of(5L, value)));
    calls.put("putAllIfAbsent", () -> map.putAllIfAbsent(List.of(-6L), value));
    calls.put("removeAll", () -> map.removeAll(List.of(7L)));
    calls.put(
        "batchPut",
        () -> {
          Batch<Long, byte[]> batch = map.batch();
          batch.add(8L, value);
          batch.put();
        });
    calls.put("exclusively", () -> map.exclusively(() -> true));
    calls.put("publish", () -> map.publish(value));
    calls.put(
        "groupPut",
        () ->
            store.atomically(group -> {
              group.put(map, -9L, value);
              group.put(words.boxed(), -9L, 9L);
              return true;
            }));
    calls.put("wordPut", () -> words.put(1, 1));
    calls.put("wordAdd", () -> words.addAndGet(2, 1));
    calls.put("wordSet", () -> words.compareAndSet(3, 3, 4));
    calls.put("wordRemove", () -> words.remove(4));
    calls.put("wordPutAll", () -> words.boxed().putAll(Map.of(5L, 5L)));
    calls.put("clear", map::clear);
  }

  private void cutOff(String part, long left) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(file -> file.toString().contains(part)).toList()) {
        if (Files.isRegularFile(file)) {
          try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(left);
          }
        }
      }
    }
  }

  private static void tell(String name, Call call) {
    try {
      call.run();
      System.out.println(name + " nothing");
    } catch (Throwable e) {
      System.out.println(name + " " + e.getClass().getSimpleName());
      if (!(e instanceof StoreException)) {
        e.printStackTrace();
      }
    }
  }
}
