package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Repairs a damaged store. For one thread, at the gate, while nobody has the store open. */
final class StoreRepair {
  /* Whatever is damaged is made anew, and nothing is mended in place: the files before stay as they
   * are until all new ones are on disk.
   *
   * Where a map has lost entries, or the log records, the log no longer leads from what somebody
   * may have seen to what there is. Then the store gets a new epoch and a new log, behind all
   * positions that were ever given out: whoever followed the old one begins with the present
   * state. Since the check of every block knows the epoch, all maps are made anew then.
   *
   * Where a durable store has lost its power and cannot be recovered, each page of a map's file is
   * of any time: a file that is whole may be minutes old. Then no map is taken for healthy. All are
   * made anew from checkpoint and log, and their files tell only what these do not; and what is
   * not known to be all that was promised is said to be so. */

  private static final int LOST_MAX = 10_000;
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  private final Surroundings surroundings;
  private final StoreFiles files;
  private final RepairPlan plan;
  private final String keepIn;
  private final boolean again;
  private final Map<String, MapSalvage> salvaged = new TreeMap<>();

  /** Those of which checkpoint and log may tell more than their files. */
  private final List<MapSalvage> outdated = new ArrayList<>();

  private final List<AutoCloseable> toClose = new ArrayList<>();
  private final List<LostEntry> lost = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final List<String> rebuilt = new ArrayList<>();

  /** Files of which nothing can be read, of maps that the log tells whole. */
  private final Set<String> unreadable = new TreeSet<>();

  /** Numbers of maps that were marked as dropped, whose files are still there. */
  private final Set<Integer> dropped = new TreeSet<>();

  private long lostEntries;
  private long entries;
  private long recovered;
  private long epoch;
  private long revisionLimit;
  private long unlogged;
  private long logFirst = -1;
  private boolean controlIsDamaged;
  private boolean logIsDamaged;

  /** Whether the maps' files may be of any time, whole or not, and the log of a later one. */
  private boolean isStale;

  /** Whether it is told that they are. */
  private boolean isSurelyStale;

  /** Whether it is known how far the log went when the power was lost. */
  private boolean knowsForcedTo;

  private int staged;
  private int mapAtHand;

  /** How many maps have no file by what the log tells, which does not tell all of them. */
  private int toldWithoutFile;

  private LogSalvage log;
  private @Nullable CheckpointSalvage checkpoint;
  private Findings findings = new Findings();

  /**
   * Makes a repair.
   *
   * @param keepIn folder for the files that are replaced, empty to delete them
   * @param again whether the log is to begin anew in any case: as after a repair that has left one
   *     that does not lead to what there is
   */
  private StoreRepair(Surroundings surroundings, String keepIn, boolean again) {
    this.surroundings = surroundings;
    this.files = surroundings.files();
    this.keepIn = keepIn;
    this.again = again;
    this.plan = new RepairPlan(files, keepIn);
    this.log = new LogSalvage(files, 0);
  }

  /** Repairs a store that nobody has open. */
  static RepairReport runAlone(Surroundings surroundings, RepairOptions options)
      throws IOException {
    StoreFiles files = surroundings.files();
    try (Gate gate = files.gate()) {
      if (!gate.isAlone()) {
        throw new StoreException(
            files.describe("") + ": is open, in this process or another; close it to repair it");
      }
      return run(surroundings, options);
    }
  }

  /** Repairs a store at whose gate the caller is, alone. */
  static RepairReport run(Surroundings surroundings, RepairOptions options) throws IOException {
    boolean resumed = RepairPlan.resume(surroundings.files());
    RepairPlan.clear(surroundings.files());
    Instant now = Instant.ofEpochSecond(0, surroundings.clock().epochNanos());
    String folder = options.keep() ? "damaged-" + TIME.format(now.atOffset(ZoneOffset.UTC)) : "";
    var repair = new StoreRepair(surroundings, folder, options.newLog());
    if (resumed) {
      repair.notes.add("a repair that had been interrupted was brought to its end");
    }
    RepairReport recovery = repair.recover();
    RepairReport report = repair.once();
    if (recovery != null) {
      report = report.hasChanged() ? recovery.followedBy(report) : recovery;
    }
    if (!report.hasChanged() || isWhole(surroundings.files())) {
      return report;
    }
    // What was written to the damaged store does not follow what the log tells of before.
    return report.followedBy(new StoreRepair(surroundings, folder, true).once());
  }

  /**
   * Does what opening the store would do first, after a loss of power: of a durable store its maps'
   * files are then of any time, and what was promised is in checkpoint and log alone.
   *
   * @return what was done; null if nothing
   */
  private @Nullable RepairReport recover() throws IOException {
    if (!files.exists(ControlLayout.FILE)) {
      isStale = StaleFiles.mayBe(files);
      noteStale(files.describe(ControlLayout.FILE) + ": no file");
      return null;
    }
    try {
      Recovered whole = PowerCheck.recoverIfLost(surroundings, keepIn);
      if (whole == null) {
        return null;
      }
      return new RepairReport(
          whole.maps(), whole.entries(), 0, List.of(), 0, List.of(), true, true, false, keepIn);
    } catch (CorruptStoreException e) {
      isStale = StaleFiles.mayBe(files);
      noteStale(String.valueOf(e.getMessage()));
      return null; // it cannot be recovered, so that what is left is to be salvaged
    }
  }

  private void noteStale(String why) {
    if (isStale) {
      notes.add(StaleFiles.note(why));
    }
  }

  private static boolean isWhole(StoreFiles files) throws IOException {
    return StoreCheck.findings(files).count(Finding.Kind.DAMAGE) == 0;
  }

  private RepairReport once() throws IOException {
    try {
      return run();
    } finally {
      close();
    }
  }

  private RepairReport run() throws IOException {
    OwnFiles.refuseFolders(files);
    findings = StoreCheck.findings(files);
    Set<String> damaged = findings.files(Finding.Kind.DAMAGE);
    if (damaged.isEmpty() && !again && !isStale) {
      return report(false);
    }
    controlIsDamaged = damaged.contains(ControlLayout.FILE) || isCheckpointDamaged(damaged);
    logIsDamaged = damaged.stream().anyMatch(name -> name.startsWith(LogFile.FOLDER));
    epoch = epoch();
    log = new LogSalvage(files, epoch);
    checkpoint = CheckpointSalvage.find(files, epoch);
    long forcedTo = forcedTo();
    if (knowsForcedTo) {
      log.wasForcedTo(forcedTo);
    }
    log.readCatalogue(checkpoint == null ? Map.of() : checkpoint.maps());
    log.reachedTo(knowsForcedTo ? forcedTo : Math.max(forcedTo, hintOfEnd()));
    if (checkpoint != null) {
      log.savedAt(checkpoint.revision, checkpoint.maps().keySet());
    }
    noteMissingBeginning();
    unlogged = unlogged();
    revisionLimit = revisionLimit();
    for (String name : StorePath.files(files)) {
      if (isToBeRebuilt(name)) {
        salvage(name, epoch);
      }
    }
    salvageMissing();
    bringUpToDate();
    noteUntold();
    boolean newLog = isLogToBeginAnew();
    if (newLog) {
      beginAnew();
    } else {
      replaceDamaged();
    }
    closeAll();
    plan.commit();
    return report(newLog);
  }

  /** Up to where the log must be on disk after a loss of power, as far as that is known. */
  private long forcedTo() throws IOException {
    if (!isStale) {
      return 0;
    }
    try (ControlCheck control = ControlCheck.open(files, new Findings())) {
      isSurelyStale = StaleFiles.isPowerLossTold(control);
      knowsForcedTo = isSurelyStale && StaleFiles.isForcedToTold(control);
      long told = StaleFiles.forcedTo(files, control, epoch);
      return checkpoint == null ? told : Math.max(told, checkpoint.logEnd);
    }
  }

  /** Looks whether the log begins behind where it did, or where the checkpoint wants it to. */
  private void noteMissingBeginning() throws IOException {
    try (ControlCheck control = ControlCheck.open(files, new Findings())) {
      logFirst = control.knowsLogFirst(log.beginning()) ? control.logFirst() : -1;
    }
    long needed = Math.max(logFirst, checkpoint == null ? -1 : checkpoint.revision);
    if (needed >= 0 && log.beginning() > needed) {
      notes.add(
          "log: its beginning is missing: it is needed from "
              + needed
              + " on and begins at "
              + log.beginning()
              + "; what it told before of damaged entries is lost");
    }
  }

  /** Looks whether more files are gone than the log and the checkpoint tell of. */
  private void noteUntold() throws IOException {
    long expected;
    long uncounted = 0; // a control file that is of any time counted what was dropped since
    try (ControlCheck control = ControlCheck.open(files, new Findings())) {
      expected = mapAtHand == 0 ? control.collections() : -1;
      if (isStale) {
        long told = control.word(ControlLayout.FORCED_TO);
        uncounted = log.droppedMaps(told, control.mapAtHand());
      }
    }
    var found = new TreeSet<>(StorePath.files(files));
    found.addAll(salvaged.keySet());
    long untold = expected - found.size() - toldWithoutFile - uncounted;
    if (expected >= 0 && untold > 0) {
      notes.add(
          untold
              + " collections have no file, and nothing tells which: there were "
              + expected
              + " in all; they are lost with all their entries");
    }
  }

  /** Behind the last place where the log may not tell all: see {@link LogSalvage#gapless}. */
  private long gapless() {
    if (unlogged != 0) {
      return Long.MAX_VALUE;
    }
    return hasLogGaps() || isStale
        ? Math.max(log.gapless(), isStale ? logFirst : 0)
        : Math.max(log.beginning(), logFirst);
  }

  /** The newest revision that an entry may have. */
  private long revisionLimit() {
    return logIsDamaged || log.end() == 0 || unlogged != 0 ? CheckedWord.VALUE_MASK : log.end();
  }

  /** The newest revision that the log does not tell of; a large one where that is not known. */
  private long unlogged() throws IOException {
    long known;
    try (ControlCheck control = ControlCheck.open(files, new Findings())) {
      known = control.unlogged();
    }
    if (checkpoint != null) {
      return 0; // only a store has one whose log tells of all
    }
    boolean[] tellsOfEntries = {false}; // then it has begun, and tells of all
    log.read((_, change) -> tellsOfEntries[0] |= change.kind.isOfEntry());
    if (tellsOfEntries[0] || (known == 0 && log.beginning() > 0)) {
      return 0;
    }
    // A word of zeros is what damage leaves most often. Of a log that was never shortened and tells
    // of no entry it would say that there are none; which those that there are need not believe.
    return known == 0 ? CheckedWord.VALUE_MASK : Math.min(known, CheckedWord.VALUE_MASK);
  }

  /** Whether the log does not lead to what the maps have now. */
  private boolean isLogToBeginAnew() throws IOException {
    long newest = salvaged.values().stream().mapToLong(MapSalvage::revisionMax).max().orElse(0);
    boolean isCountLost = controlIsDamaged && unlogged != 0;
    return again
        || isCountLost
        || hasLogGaps()
        || !lost.isEmpty()
        || !notes.isEmpty()
        || newest > endOfLog();
  }

  private static boolean isCheckpointDamaged(Set<String> damaged) {
    return damaged.stream().anyMatch(name -> name.startsWith(CheckpointWriter.FOLDER));
  }

  private RepairReport report(boolean newLog) {
    return new RepairReport(
        rebuilt,
        entries,
        recovered,
        lost,
        lostEntries,
        notes,
        newLog,
        false,
        newLog || controlIsDamaged,
        plan.keptIn());
  }

  /** The identity that the control file tells, or that most other files name. */
  private long epoch() throws IOException {
    try (ControlCheck control = ControlCheck.open(files, new Findings())) {
      mapAtHand = controlIsDamaged || isStale ? 0 : control.mapAtHand();
      return control.epoch != 0 ? control.epoch : EpochVote.of(files);
    }
  }

  /** Whether a map's file has to be made anew, also where the log stays. */
  private boolean isToBeRebuilt(String name) {
    return isStale
        || findings.files(Finding.Kind.DAMAGE).contains(name)
        || (controlIsDamaged && findings.files(Finding.Kind.LEFTOVER).contains(name));
  }

  /** Fills a file of a map for an epoch with all that can be proved of it. */
  private void salvage(String name, long newEpoch) throws IOException {
    MappedFile file = open(files.open(name));
    MapImage image = HeaderSalvage.of(name, file, epoch, log.created());
    if (image == null || image.epoch() != epoch || !StorePath.isFileOf(name, image.path())) {
      if (isToldWhole(name) || (isStale && isTold(name))) {
        unreadable.add(name); // as if it were gone
      } else {
        notes.add(name + ": set aside: " + whyForeign(image));
        String path = "/" + name.substring(0, name.lastIndexOf('.'));
        lost.add(new LostEntry(path, "", 0, name, 0, whyForeign(image)));
        plan.remove(name);
      }
      return;
    }
    if (isStale && isGone(image)) {
      if (isTold(name)) {
        unreadable.add(name); // the name is that of a map which was created since
      } else {
        plan.remove(name);
      }
      return;
    }
    if (isDropped(image)) {
      if (isStale) {
        notes.add(image.path() + ": was being dropped, and is gone");
      }
      dropped.add(image.mapId());
      plan.remove(name);
      return;
    }
    MapBuilder builder =
        open(
            MapBuilder.create(
                files, stage(), image.path(), image.shape(), image.mapId(), newEpoch));
    var salvage = new MapSalvage(image, builder);
    salvaged.put(name, salvage);
    boolean isToldElsewhere = isStale && knowsForcedTo && isToldWhole(image.mapId());
    long toldUpTo = isStale ? toldByCheckpoint(image.mapId()) : 0;
    if (isStale) {
      salvage.isStale(toldUpTo);
    }
    if (!isToldElsewhere) {
      salvage.fromSlots();
    }
    if (isToBeRebuilt(name)) {
      if (!isToldElsewhere) {
        salvage.fromPages(soundPages(name), revisionLimit);
        if (toldUpTo == 0) { // else the file's counters count what the checkpoint has
          salvage.count();
        }
      }
      outdated.add(salvage);
    } else {
      finishGroups(salvage);
      tally(salvage);
    }
  }

  /** Whether a map is marked as dropped, unless the log knows of no drop that was promised. */
  private boolean isDropped(MapImage image) {
    return image.headerIsSound()
        && Memory.get(image.memory(), MapLayout.STATE) == MapLayout.DROPPED
        && !(isStale && log.created().containsKey(image.mapId()));
  }

  /** Whether a file that is of any time is that of a map which was dropped since. */
  private boolean isGone(MapImage image) {
    boolean isAllTold =
        knowsForcedTo
            && log.knowsAllMaps()
            && checkpoint != null
            && checkpoint.revision >= gapless();
    return log.isDropped(image.mapId())
        || (isAllTold && !log.created().containsKey(image.mapId()))
        || log.created().entrySet().stream()
            .anyMatch(each ->
                each.getKey() > image.mapId() && each.getValue().path().equals(image.path()));
  }

  /** Up to which revision the checkpoint tells all of a map's entries. */
  private long toldByCheckpoint(int mapId) {
    CheckpointSalvage saved = checkpoint;
    return saved != null && saved.maps().containsKey(mapId) && saved.revision >= gapless()
        ? saved.revision
        : 0;
  }

  /** Whether checkpoint and log tell all of a map. */
  private boolean isToldWhole(int mapId) {
    LogSalvage.Created created = log.created().get(mapId);
    return created != null && created.revision() >= gapless();
  }

  /** Whether checkpoint or log tell of a map of a file's name. */
  private boolean isTold(String name) {
    return log.created().values().stream()
        .anyMatch(each -> StorePath.file(each.path()).equals(name));
  }

  /** Whether the log tells all of the map of a file's name. */
  private boolean isToldWhole(String name) {
    return log.created().entrySet().stream()
        .anyMatch(each ->
            StorePath.file(each.getValue().path()).equals(name)
                && each.getKey() != mapAtHand
                && each.getValue().revision() >= gapless());
  }

  /** Makes maps whose files are gone, or cannot be read, from the log, if it tells all of them. */
  private void salvageMissing() throws IOException {
    for (var each : log.created().entrySet()) {
      int mapId = each.getKey();
      LogSalvage.Created created = each.getValue();
      String name = StorePath.file(created.path());
      boolean isThere = files.exists(name) && !unreadable.contains(name);
      if (isThere || salvaged.containsKey(name) || mapId == mapAtHand) {
        continue;
      }
      if (created.revision() < gapless()) {
        notes.add(created.path() + ": its file is gone, and the log does not tell all of it");
        if (!isStale) {
          toldWithoutFile++;
          continue;
        }
      }
      MapShape shape = created.shape();
      var image =
          new MapImage(name, MemorySegment.NULL, created.path(), shape, mapId, epoch, 0, false);
      MapBuilder builder =
          open(MapBuilder.create(files, stage(), created.path(), shape, mapId, epoch));
      var salvage = new MapSalvage(image, builder);
      salvaged.put(name, salvage);
      if (isStale) {
        salvage.isStaleAndGone(isSurelyStale);
      }
      outdated.add(salvage);
    }
  }

  private boolean hasLogGaps() {
    return logIsDamaged || log.isEndMissing();
  }

  /** Reads checkpoint and log over what the files of maps have told. */
  private void bringUpToDate() throws IOException {
    if (outdated.isEmpty()) {
      return;
    }
    var replay = new SalvageReplay(log, checkpoint, outdated);
    if (isSurelyStale) {
      replay.lookWhetherBehind();
    }
    replay.run(gapless());
    for (MapSalvage salvage : outdated) {
      finishGroups(salvage);
      salvage.countRestored();
      if (isStale) {
        notes.addAll(salvage.leftOut());
      }
      if (isToldWhole(salvage.image().mapId())) {
        salvage.isToldWhole();
      }
      tally(salvage);
    }
  }

  private void tally(MapSalvage salvage) {
    for (LostEntry entry : salvage.lost()) {
      lostEntries += entry.count();
      if (lost.size() < LOST_MAX) {
        lost.add(entry);
      }
    }
    recovered += salvage.recovered();
  }

  /** Makes what dead writers had decided, as the new file has nobody to take over from. */
  private void finishGroups(MapSalvage salvage) throws IOException {
    if (!isStale && salvage.image().memory().byteSize() > 0) {
      notes.addAll(new GroupSalvage(files, epoch).finish(salvage));
    }
  }

  private String whyForeign(@Nullable MapImage image) {
    if (image == null) {
      return "it is not known what it holds";
    }
    return image.epoch() != epoch
        ? "it is of another store"
        : "it holds the map " + image.path() + ", which is not the one of its name";
  }

  /** The page map of a file if it can be believed. */
  private @Nullable MapPages soundPages(String name) throws IOException {
    try {
      MapFile file = open(MapFile.open(files, name, epoch));
      var pages = new MapPages(file);
      var found = new Findings();
      var check = new PageMapCheck(file, name, pages, found);
      if (check.checkWords()) {
        check.walk(new PageSet(), page -> {});
      }
      return found.count(Finding.Kind.DAMAGE) == 0 ? pages : null;
    } catch (StoreException | IndexOutOfBoundsException e) {
      return null;
    }
  }

  private String stage() {
    return RepairPlan.FOLDER + "/" + staged++ + ".vtr";
  }

  private <T extends AutoCloseable> T open(T resource) {
    toClose.add(resource);
    return resource;
  }

  /** Puts the new maps in their places; the log and the epoch stay. */
  private void replaceDamaged() throws IOException {
    if (controlIsDamaged) {
      String name = stage();
      var words = ControlSalvage.ofLog(files, epoch, nextMapId(), endOfLog());
      createControl(name, words);
      plan.replace(name, ControlLayout.FILE);
      removeAll(CheckpointWriter.FOLDER); // the next open that promises something makes one
    }
    Map<Integer, MapBuilder> byId = new TreeMap<>();
    for (var each : salvaged.entrySet()) {
      byId.put(each.getValue().image().mapId(), each.getValue().built());
      replace(each.getKey(), each.getValue().built());
    }
    new RecordEnds(files, epoch, byId, dropped, controlIsDamaged).run();
  }

  private void replace(String name, MapBuilder map) throws IOException {
    map.force();
    plan.replace(map.name(), name);
    rebuilt.add(map.path());
    entries += map.entries();
  }

  /** Gives the store a new epoch: a new log, and every map made anew for it. */
  private void beginAnew() throws IOException {
    long newEpoch = ControlFile.drawEpoch(surroundings);
    long start = log.end();
    for (var each : salvaged.entrySet()) {
      MapSalvage salvage = each.getValue();
      MapBuilder before = salvage.built();
      MapBuilder map =
          open(
              MapBuilder.create(
                  files, stage(), before.path(), before.shape(), before.mapId(), newEpoch));
      for (int segment = 0; segment < before.shape().segments(); segment++) {
        map.reserve(segment, before.entries(segment));
      }
      before.forEach(map::put);
      replace(each.getKey(), map);
      start = Math.max(start, salvage.revisionMax());
    }
    for (String name : StorePath.files(files)) {
      if (!salvaged.containsKey(name) && !isToBeRebuilt(name)) {
        salvage(name, newEpoch);
        MapSalvage salvage = salvaged.get(name);
        if (salvage != null) {
          replace(name, salvage.built());
          start = Math.max(start, salvage.revisionMax());
        }
      }
    }
    long counted = unlogged < CheckedWord.VALUE_MASK / 2 ? unlogged : 0;
    start = Math.max(Math.max(start, counted), hintOfEnd());
    start = MapLayout.pages(start + 1) << MapLayout.PAGE_SHIFT;
    removeAll(LogFile.FOLDER);
    removeAll(CheckpointWriter.FOLDER);
    String first = stage();
    LogFile.create(files, first, start, ChangeLog.FILE_BYTES_MIN, newEpoch, true);
    plan.replace(first, LogFile.nameOf(start));
    String control = stage();
    createControl(control, ControlSalvage.ofNewLog(newEpoch, nextMapId(), start));
    plan.replace(control, ControlLayout.FILE);
  }

  private void removeAll(String folder) throws IOException {
    for (String name : OwnFiles.in(files, folder)) {
      plan.remove(name);
    }
  }

  private void createControl(String name, ControlSalvage.Words words) throws IOException {
    if (!files.exists(ControlLayout.FILE)) {
      ControlSalvage.create(files, name, words, MemorySegment.NULL);
      return;
    }
    try (MappedFile before = files.open(ControlLayout.FILE)) {
      ControlSalvage.create(files, name, words, before.memory());
    }
  }

  /** Number for the next map, behind all that were ever given. */
  private long nextMapId() throws IOException {
    long next = log.lastMapId() + 1L;
    for (MapSalvage salvage : salvaged.values()) {
      next = Math.max(next, salvage.image().mapId() + 1L);
    }
    try (ControlCheck control = ControlCheck.open(files, new Findings())) {
      long known = control.word(ControlLayout.NEXT_MAP_ID);
      return known <= Integer.MAX_VALUE ? Math.max(next, known) : next;
    }
  }

  /** Where the log ended according to the control file, if that makes sense. */
  private long hintOfEnd() throws IOException {
    try (ControlCheck control = ControlCheck.open(files, new Findings())) {
      long tail = control.word(ControlLayout.LOG_TAIL);
      return tail < CheckedWord.VALUE_MASK / 2 ? tail : 0;
    }
  }

  private long endOfLog() throws IOException {
    List<Long> starts = LogScan.starts(files);
    try (var scan = new LogScan(files, epoch)) {
      scan.walk(starts.isEmpty() ? 0 : starts.getFirst(), (file, begin, end, header) -> {});
      return scan.position;
    }
  }

  private void closeAll() throws IOException {
    for (AutoCloseable each : toClose.reversed()) {
      try {
        each.close();
      } catch (IOException | RuntimeException e) {
        throw e;
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
    toClose.clear();
  }

  private void close() {
    try {
      closeAll();
    } catch (IOException e) {
      throw new StoreException("cannot close: " + e.getMessage(), e);
    }
  }
}
