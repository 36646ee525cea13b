package io.vitrine.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Uses a damaged store in every way and compares every answer with what was there. For one thread.
 */
final class CorruptJudge {
  /** What came of it. */
  enum Outcome {
    /** Nobody saw anything: the damage lies where nothing is. */
    UNNOTICED,
    /** Every answer is right, and a check finds the damage. */
    FOUND_BY_CHECK,
    /** Some answer was refused with an exception, and a check finds the damage. */
    REFUSED,
    /** Some answer was as it was before, which only a check finds. */
    EXCUSED
  }

  private static final long TAIL_NAP_NANOS = 6_000_000;

  private final CorruptStore store;
  private final StoreFiles files;
  private final StoreFiles readOnly;
  private CorruptLook look = new CorruptLook(CorruptDamage.NONE, "");
  private long lost;
  private boolean repairRefused;

  /**
   * Makes a judge.
   *
   * @param files the damaged store
   * @param readOnly the same, to be looked at
   */
  CorruptJudge(CorruptStore store, StoreFiles files, StoreFiles readOnly) {
    this.store = store;
    this.files = files;
    this.readOnly = readOnly;
  }

  /** Entries that the last repair gave up. */
  long lost() {
    return lost;
  }

  /** What was refused of the last store, at most the first few. */
  List<String> refusals() {
    List<String> all = look.refusals();
    return all.subList(0, Math.min(5, all.size()));
  }

  /** Whether the last repair was refused. */
  boolean repairRefused() {
    return repairRefused;
  }

  private Surroundings surroundings(StoreFiles on) {
    return new Surroundings(on, StoreClock.system(), new Random(store.epoch())::nextLong);
  }

  /** Only looks: nothing is written. */
  Outcome look(CorruptDamage damage) {
    look = new CorruptLook(damage, files.describe(""));
    store.maps().forEach(CorruptMap::forgetChanges);
    boolean clean = isClean(() -> StoreCheck.findings(readOnly));
    int before = look.refusals().size();
    Store open = look.tried("open", () -> ReadOnlyStore.open(surroundings(readOnly)));
    if (open != null) {
      read(open);
      look.tried(
          "close",
          () -> {
            open.close();
            return true;
          });
    }
    return outcome(clean, look.refusals().size() > before);
  }

  /** Gives what is found, or throws. */
  @FunctionalInterface
  private interface Check {
    Findings run() throws IOException;
  }

  private boolean isClean(Check check) {
    Findings findings = look.tried("check", check::run);
    return findings != null
        && findings.count(Finding.Kind.DAMAGE) == 0
        && findings.count(Finding.Kind.UNCHECKED) == 0;
  }

  private void read(Store open) {
    look.tried("list", () -> open.list("/"));
    for (CorruptMap<?, ?> map : store.maps()) {
      map.read(look, open);
    }
    tail(open);
  }

  /** Reads the whole log. */
  private void tail(Store open) {
    if (open.epoch() != store.epoch()) {
      return; // recovered or repaired: another log
    }
    List<String> history = store.history();
    var seen = new ArrayList<String>();
    look.tried(
        "tail",
        () -> {
          Tailer tailer = open.tailer(open.oldestRevision());
          for (int idle = 0; idle < 3; ) {
            int read = tailer.poll(change -> seen.add(CorruptStore.text(change)), 1_000);
            idle = read > 0 ? 0 : idle + (seen.size() >= history.size() ? 3 : 1);
            if (read == 0 && idle < 3) {
              LockSupport.parkNanos(TAIL_NAP_NANOS);
            }
          }
          int common = Math.min(seen.size(), history.size());
          if (!seen.subList(0, common).equals(history.subList(0, common))) {
            throw new AssertionError("tail: other changes than those that were made");
          }
          if (seen.size() > common) {
            look.hidden("tail: " + seen.size() + " changes, " + common + " were made");
          }
          if (seen.size() < history.size()) {
            look.hidden("tail: " + seen.size() + " changes of " + history.size());
          }
          return true;
        });
  }

  private Outcome outcome(boolean clean, boolean refused) {
    boolean isUntold = look.mayBeOld() && !store.tellsWhatCameSince(look.file());
    if (clean && (refused || !(look.excused().isEmpty() || isUntold))) {
      throw new AssertionError(
          "the check finds nothing, but " + look.refusals() + " " + look.excused());
    }
    return !look.excused().isEmpty()
        ? Outcome.EXCUSED
        : refused ? Outcome.REFUSED : clean ? Outcome.UNNOTICED : Outcome.FOUND_BY_CHECK;
  }

  /**
   * Checks, reads, writes, repairs, and looks whether what is there then is right.
   *
   * @param random what is written; null to write nothing
   */
  Outcome use(CorruptDamage damage, @Nullable Random random) {
    look = new CorruptLook(damage, files.describe(""));
    store.maps().forEach(CorruptMap::forgetChanges);
    boolean clean = isClean(() -> StoreCheck.findings(files));
    CheckReport report = look.tried("check", () -> StoreCheck.run(files, CheckOptions.defaults()));
    clean &= report != null;
    if (clean != (report != null && report.isClean()) && !store.shape().killed()) {
      throw new AssertionError("two checks do not find the same: " + clean + ", " + report);
    }
    int before = look.refusals().size();
    MappedStore open =
        look.tried("open", () -> MappedStore.open(surroundings(files), store.shape().options()));
    if (open != null) {
      read(open);
      if (random != null) {
        write(open, random);
      }
      look.tried(
          "close",
          () -> {
            open.close();
            return true;
          });
    }
    Outcome outcome = outcome(clean, look.refusals().size() > before);
    repair();
    return outcome;
  }

  private void write(Store open, Random random) {
    for (CorruptMap<?, ?> map : store.maps()) {
      map.write(look, open, random);
    }
    for (CorruptMap<?, ?> map : store.maps()) {
      map.read(look, open);
    }
    look.tried("sweep", open::sweep);
    look.tried("sweepExpired", open::sweepExpired);
  }

  private void repair() {
    RepairReport report =
        look.tried(
            "repair", () -> StoreRepair.runAlone(surroundings(files), RepairOptions.defaults()));
    repairRefused = report == null;
    lost = report == null ? 0 : report.lostEntries();
    if (report == null) {
      return;
    }
    try {
      CheckReport after = StoreCheck.run(files, CheckOptions.defaults());
      if (!after.isClean()) {
        throw new AssertionError("after the repair: " + after.findings() + ", by " + report);
      }
      try (Store open = MappedStore.open(surroundings(files), store.shape().options())) {
        for (CorruptMap<?, ?> map : store.maps()) {
          map.verifyRepaired(look, open, report);
        }
      }
    } catch (StoreException | IOException e) {
      throw new AssertionError("after the repair: " + e + ", by " + report, e);
    }
  }
}
