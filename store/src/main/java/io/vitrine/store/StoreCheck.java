package io.vitrine.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks a whole store, file by file. For one thread; others may use the store meanwhile. */
final class StoreCheck {
  /** How often the files are listed at the most; who died amid a creation leaves it for good. */
  private static final int LISTINGS_MAX = 100;

  private final StoreFiles files;
  private final CheckOptions options;
  private final Findings findings = new Findings();
  private final Map<Integer, String> namesById = new HashMap<>();
  private boolean allHaveHeaders = true;

  /** How many collections there were when their files were listed; -1 where it is not known. */
  private long expected = -1;

  /** Whether no map came or went when the files were listed, but for the one at hand then. */
  private boolean isListedAtRest;

  /** The map that was being created or dropped then, and may be there by now; 0 for none. */
  private int listedBeside;

  private int found;
  private int maps;
  private long entries;
  private long bytes;

  private StoreCheck(StoreFiles files, CheckOptions options) {
    this.files = files;
    this.options = options;
  }

  /** Checks a store that others may use meanwhile. */
  static CheckReport run(StoreFiles files, CheckOptions options) throws IOException {
    var check = new StoreCheck(files, options);
    try (ControlCheck control = ControlCheck.open(files, check.findings)) {
      Attachment self;
      try (Gate gate = files.gate()) {
        RepairPlan.refuseUnfinished(files);
        if (gate.isAlone() && mayHaveLostPower(files, control)) {
          return check.run(control, null); // before somebody comes who recovers the store
        }
        self = attach(files, control);
      }
      try {
        return check.run(control, self);
      } finally {
        leave(control, self);
      }
    }
  }

  /**
   * Checks a store whose files cannot be written from here. Whoever writes by another way meanwhile
   * is not kept from it, as the locks are in those files.
   */
  static CheckReport runUnseen(StoreFiles files, CheckOptions options) throws IOException {
    var check = new StoreCheck(files, options);
    try (ControlCheck control = ControlCheck.open(files, check.findings)) {
      RepairPlan.refuseUnfinished(files);
      return check.run(control, null);
    }
  }

  /** What is found in a store that nobody can have open meanwhile, at whose gate the caller is. */
  static Findings findings(StoreFiles files) throws IOException {
    var check = new StoreCheck(files, CheckOptions.defaults());
    try (ControlCheck control = ControlCheck.open(files, check.findings)) {
      check.run(control, null);
      return check.findings;
    }
  }

  /** Whether whoever opens the store next will look whether it came whole through a power loss. */
  private static boolean mayHaveLostPower(StoreFiles files, ControlCheck control) {
    long now = files.bootId();
    return now == BootId.UNKNOWN
        || (control.word(ControlLayout.BOOT_ID) != now && control.word(ControlLayout.CLEAN) == 0);
  }

  /**
   * Refuses paths of which there is no file: to say nothing of them would be to call them sound.
   */
  private void requireThere() {
    for (String path : options.maps()) {
      if (!files.exists(StorePath.file(path))) {
        throw new IllegalArgumentException(
            files.describe("") + ": has no collection " + path + "; list those that are there");
      }
    }
  }

  private CheckReport run(ControlCheck control, @Nullable Attachment self) throws IOException {
    requireThere();
    var look = new LookLock(self);
    control.checkWords(look);
    bytes += ControlLayout.LENGTH;
    long epoch = control.epoch != 0 ? control.epoch : EpochVote.of(files);
    try (var scan = new LogScan(files, epoch)) {
      return run(control, self, look, scan, epoch);
    }
  }

  private CheckReport run(
      ControlCheck control, @Nullable Attachment self, LookLock look, LogScan scan, long epoch)
      throws IOException {
    var log = new LogCheck(files, control, self, scan, findings);
    boolean logIsSound = log.run();
    bytes += log.bytes;
    var agreement = new LogAgreement(findings);
    agreement.tellsFrom(logIsSound ? log.first() : Long.MAX_VALUE);
    if (log.isBeginning()) {
      agreement.leaveEntriesOut();
    }
    if (logIsSound) {
      agreement.listedAt(log.end());
    }
    LookLock.Held compaction = keepMaps(control, look);
    try {
      checkMaps(control, look, log, agreement, epoch);
    } finally {
      giveMaps(control, look, compaction);
    }
    if (logIsSound) {
      // Of a file that came and went, the log's end shows nothing.
      agreement.lookedAt(Math.max(log.end(), control.logLast()));
    }
    var checkpoint = new CheckpointCheck(files, control, epoch, findings);
    checkpoint.run();
    bytes += checkpoint.bytes;
    if (logIsSound) {
      agreement.hasFile(listedBeside);
      agreement.hasFile(control.mapAtHand());
      boolean knowsAll = log.first() >= control.logBase(); // else it has begun since
      agreement.compare(
          scan, options.maps().isEmpty() && allHaveHeaders && knowsAll && isListedAtRest);
    }
    if (expected > found + agreement.missing()) {
      findings.damage(
          StorePath.FOLDERS.getFirst(),
          0,
          found + " files of collections in all folders",
          expected + ": a file is gone, and the log does not tell of which collection");
    }
    return new CheckReport(
        findings.kept(),
        findings.count(Finding.Kind.DAMAGE),
        findings.count(Finding.Kind.LEFTOVER),
        findings.count(Finding.Kind.UNCHECKED),
        maps,
        entries,
        log.records,
        bytes);
  }

  /** Lets no map get another file while it is looked at; waits for a compaction that goes on. */
  private LookLock.Held keepMaps(ControlCheck control, LookLock look) throws IOException {
    var memory = control.memory();
    if (memory == null || control.epoch == 0) {
      return LookLock.Held.DEAD;
    }
    LookLock.Held held = look.take(memory, ControlLayout.COMPACTION_LOCK);
    while (held == LookLock.Held.BUSY) {
      held = look.take(memory, ControlLayout.COMPACTION_LOCK);
    }
    for (String name : files.list(Compactor.FOLDER)) {
      findings.leftover(
          Compactor.FOLDER + "/" + name, 0, "what a compaction left whose process died", "no file");
    }
    return held;
  }

  private static void giveMaps(ControlCheck control, LookLock look, LookLock.Held held) {
    var memory = control.memory();
    if (memory != null) {
      look.give(memory, ControlLayout.COMPACTION_LOCK, held);
    }
  }

  private void checkMaps(
      ControlCheck control, LookLock look, LogCheck log, LogAgreement agreement, long epoch)
      throws IOException {
    for (String name : mapNamesAtRest(control)) {
      var map = new MapCheck(files, name, epoch, look, log, agreement, findings);
      map.run(options.maps());
      allHaveHeaders &= map.hasHeader;
      if (map.bytes > 0) {
        checkNumber(name, map.mapId, control);
        maps++;
        entries += map.entries;
        bytes += map.bytes;
      }
    }
  }

  /**
   * Joins those who have the store open, so that locks can be taken; null where that cannot be
   * done, and so nobody else can have done it.
   */
  private static @Nullable Attachment attach(StoreFiles files, ControlCheck control)
      throws IOException {
    var memory = control.memory();
    return memory == null ? null : files.attach(new ProcessTable(memory));
  }

  /** Leaves, and leaves what a dead process had the number before as it was: for others to see. */
  private static void leave(ControlCheck control, @Nullable Attachment self) {
    var memory = control.memory();
    if (self == null || memory == null) {
      return;
    }
    if (!self.foundDead()) {
      new ProcessTable(memory).leave(self.slot());
    }
    self.close();
  }

  /** Lists the maps' files at a moment when none is being created or dropped, if there is one. */
  private List<String> mapNamesAtRest(ControlCheck control) throws IOException {
    List<String> names = List.of();
    for (int i = 0; i < LISTINGS_MAX; i++) {
      long before = control.collections();
      long nextId = control.word(ControlLayout.NEXT_MAP_ID);
      int atHand = control.mapAtHand();
      names = mapNames();
      found = names.size();
      listedBeside = atHand;
      isListedAtRest =
          atHand == control.mapAtHand()
              && before == control.collections()
              && nextId == control.word(ControlLayout.NEXT_MAP_ID);
      if (isListedAtRest && atHand == 0) {
        expected = before;
        break;
      }
    }
    return names;
  }

  private List<String> mapNames() throws IOException {
    var names = new ArrayList<String>();
    for (String folder : StorePath.FOLDERS) {
      for (String name : files.list(folder)) {
        if (StorePath.isCollection(name)) {
          names.add(folder + "/" + name);
        }
      }
    }
    return names;
  }

  private void checkNumber(String name, int mapId, ControlCheck control) {
    String other = namesById.put(mapId, name);
    if (other != null) {
      findings.damage(
          name, MapLayout.MAP_ID, "number " + mapId + ", as " + other, "a number of its own");
    }
    long next = control.word(ControlLayout.NEXT_MAP_ID);
    if (control.epoch != 0 && next != 0 && mapId >= next) {
      findings.damage(
          ControlLayout.FILE, ControlLayout.NEXT_MAP_ID, "" + next, "more than " + mapId);
    }
  }
}
