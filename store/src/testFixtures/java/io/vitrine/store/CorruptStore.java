package io.vitrine.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A store of a {@link CorruptShape} with everything that is known of it. For one thread.
 *
 * @param shape what was asked for
 * @param files where it lies
 * @param maps what it holds
 * @param now its files
 * @param before its files as they were in the midst of filling it
 * @param other the files of a store of this shape with another identity
 * @param history every change that its log tells of
 * @param epoch its identity
 */
record CorruptStore(
    CorruptShape shape,
    ImageFiles files,
    List<CorruptMap<?, ?>> maps,
    Map<String, ImageFiles.Content> now,
    Map<String, ImageFiles.Content> before,
    Map<String, ImageFiles.Content> other,
    List<String> history,
    long epoch) {
  static final String PLACE = "image:";

  /** Builds one. */
  static CorruptStore build(CorruptShape shape, long seed) throws IOException {
    var other = new ImageFiles(PLACE);
    fill(shape, other, shape.maps().get(), seed + 1, null);
    var files = new ImageFiles(PLACE);
    List<CorruptMap<?, ?>> maps = shape.maps().get();
    var history = new ArrayList<String>();
    var before = fill(shape, files, maps, seed, history);
    var now = files.contents();
    files.set(now);
    files.bootId(shape.lostPower() ? 2 : 1);
    long epoch = Memory.get(files.open(ControlLayout.FILE).memory(), ControlLayout.EPOCH);
    return new CorruptStore(shape, files, maps, now, before, other.contents(), history, epoch);
  }

  /** Fills a store; its files after the first half. */
  private static Map<String, ImageFiles.Content> fill(
      CorruptShape shape,
      ImageFiles files,
      List<CorruptMap<?, ?>> maps,
      long seed,
      @Nullable List<String> history)
      throws IOException {
    var random = new Random(seed);
    try (Store store = MappedStore.open(surroundings(files, random), StoreOptions.defaults())) {
      shape.fill().half(store, maps, 0, random);
    }
    var before = files.contents();
    Store store = MappedStore.open(surroundings(files, random), shape.options());
    shape.fill().half(store, maps, 1, random);
    if (history != null) {
      readAll(store, history);
    }
    if (shape.killed()) {
      var open = files.contents();
      store.close();
      files.set(open);
    } else {
      store.close();
    }
    return before;
  }

  /**
   * Whether the log tells what came in the second half, so that a check finds a file of a map that
   * was put back as it was before. A compact map's entries say nothing of that, and the log begins
   * behind its creation.
   */
  boolean tellsWhatCameSince(String file) {
    boolean isLogged =
        shape.options().logsFromStart()
            || shape.options().durability().kind() != Durability.Kind.PROCESS;
    return isLogged
        && maps.stream()
            .noneMatch(map -> map.options.isCompact() && StorePath.file(map.path).equals(file));
  }

  /** Makes one in a folder on disk, of which only what is known is kept. */
  static CorruptStore onDisk(CorruptShape shape, long seed, java.nio.file.Path folder)
      throws IOException {
    List<CorruptMap<?, ?>> maps = shape.maps().get();
    var history = new ArrayList<String>();
    var random = new Random(seed);
    long epoch;
    try (Store store = Stores.open(folder, shape.options())) {
      shape.fill().half(store, maps, 0, random);
      shape.fill().half(store, maps, 1, random);
      epoch = store.epoch();
      readAll(store, history);
    }
    return new CorruptStore(
        shape, new ImageFiles(PLACE), maps, Map.of(), Map.of(), Map.of(), history, epoch);
  }

  private static void readAll(Store store, List<String> history) {
    Tailer tailer = store.tailer(store.oldestRevision());
    while (tailer.poll(
            change -> {
              history.add(text(change));
              return true;
            },
            1_000)
        > 0) {
      // the handler does the work
    }
  }

  private static Surroundings surroundings(StoreFiles files, Random random) {
    return new Surroundings(files, StoreClock.system(), random::nextLong);
  }

  /** Everything that a change tells, but its time. */
  static String text(Change change) {
    long key = Checks.of(change.source(), change.keyOffset(), change.keyLength());
    long value =
        change.newLength() < 0
            ? 0
            : Checks.of(change.source(), change.newOffset(), change.newLength());
    long old =
        change.oldLength() < 0
            ? 0
            : Checks.of(change.source(), change.oldOffset(), change.oldLength());
    return change.revision()
        + " "
        + change.place()
        + " "
        + change.mapId()
        + " "
        + change.kind()
        + " "
        + change.previousRevision()
        + " "
        + change.expiryMillis()
        + " "
        + Long.toHexString(key ^ Long.rotateLeft(value, 20) ^ Long.rotateLeft(old, 40));
  }
}
