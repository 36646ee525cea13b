package io.vitrine.collections;

import io.vitrine.store.CheckOptions;
import io.vitrine.store.CheckReport;
import io.vitrine.store.Codecs;
import io.vitrine.store.Finding;
import io.vitrine.store.LostEntry;
import io.vitrine.store.MapOptions;
import io.vitrine.store.RepairOptions;
import io.vitrine.store.RepairReport;
import io.vitrine.store.Store;
import io.vitrine.store.StoreException;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks and repairs a store with all that its collections make of it: to the store a list is a map
 * of numbers to bytes, and only here it is known which of them must be there. Stateless, safe for
 * any thread.
 */
public final class StoreCare {
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  private StoreCare() {}

  /**
   * Checks a store as {@link Stores#check(Path, CheckOptions)} does, and that each list is whole:
   * that each node of its tree is there, can be read and has as many elements as the one above it
   * says. The store may be in use meanwhile.
   *
   * @param folder the store's folder
   * @param options what to look at
   * @return what was found; the place of a node that is not as it must be is told by the indexes of
   *     its elements
   * @throws StoreException if the folder holds no store, or one of a newer format
   * @throws IllegalArgumentException if there is no collection of a path that is to be looked at
   */
  public static CheckReport check(Path folder, CheckOptions options) {
    CheckReport report = Stores.check(folder, options);
    List<Finding> found = findings(folder, options.maps());
    if (found.isEmpty()) {
      return report;
    }
    var all = new ArrayList<>(report.findings());
    all.addAll(found);
    long damages = found.stream().filter(f -> f.kind() == Finding.Kind.DAMAGE).count();
    return new CheckReport(
        all,
        report.damages() + damages,
        report.leftovers(),
        report.unchecked() + found.size() - damages,
        report.maps(),
        report.entries(),
        report.records(),
        report.bytes());
  }

  /** Both repairs, the second of which may have kept files in a folder of its own. */
  private static RepairReport alsoKept(RepairReport first, RepairReport second) {
    RepairReport both = first.followedBy(second);
    if (second.keptIn().isEmpty() || second.keptIn().equals(both.keptIn())) {
      return both;
    }
    var notes = new ArrayList<>(both.notes());
    notes.add("files that were replaced before lists were mended are kept in " + second.keptIn());
    return new RepairReport(
        both.rebuilt(),
        both.entries(),
        both.recovered(),
        both.lost(),
        both.lostEntries(),
        notes,
        both.newLog(),
        both.powerLost(),
        both.newControl(),
        both.keptIn());
  }

  /** What is wrong with lists. */
  private static List<Finding> findings(Path folder, List<String> paths) {
    var found = new ArrayList<Finding>();
    try (Store store = Stores.openReadOnly(folder)) {
      for (String path : store.list(CollectionPath.LISTS)) {
        if (paths.isEmpty() || paths.contains(path)) {
          found.addAll(findings(store, path));
        }
      }
    } catch (StoreException | IllegalStateException e) {
      found.add(
          new Finding(
              Finding.Kind.UNCHECKED,
              CollectionPath.LISTS,
              0,
              "a store that cannot be opened to look at its lists (" + e.getMessage() + ")",
              "one that can",
              "mend what else was found, and check again"));
    }
    return found;
  }

  /** What is wrong with a list; one that cannot be opened keeps nobody from the others. */
  private static List<Finding> findings(Store store, String path) {
    try {
      StoreMap<Long, byte[]> map = store.mapIfThere(path, OPTIONS);
      return map == null ? List.of() : ListCheck.run(path, map);
    } catch (StoreException e) {
      return List.of(
          new Finding(
              Finding.Kind.UNCHECKED,
              path,
              0,
              "a list that cannot be opened (" + e.getMessage() + ")",
              "one that can",
              "mend what else was found, and check again"));
    }
  }

  /**
   * Repairs a damaged store as {@link Stores#repair(Path, RepairOptions)} does, and then each list
   * that is not whole: the elements of all leaves that are, in order, are kept, and the others
   * listed. Then the change log begins anew, so that subscribers that go on begin with what there
   * is.
   *
   * @param folder the store's folder
   * @param options how
   * @return what was done, and what had to be given up
   * @throws StoreException if the folder holds no store, or one that is open somewhere, or one of a
   *     newer format
   */
  public static RepairReport repair(Path folder, RepairOptions options) {
    RepairReport report = Stores.repair(folder, options);
    boolean broken =
        findings(folder, List.of()).stream().anyMatch(f -> f.kind() == Finding.Kind.DAMAGE);
    if (!broken) {
      return report;
    }
    if (!report.newLog()) {
      // Before the first list is changed: whoever subscribed must begin anew, also if this dies.
      report = alsoKept(report, Stores.repair(folder, new RepairOptions(options.keep(), true)));
    }
    var lost = new ArrayList<LostEntry>();
    var notes = new ArrayList<String>();
    var mended = new ArrayList<String>();
    try (Store store = Stores.open(folder)) {
      for (String path : store.list(CollectionPath.LISTS)) {
        StoreMap<Long, byte[]> map = store.map(path, OPTIONS);
        if (!ListCheck.run(path, map).isEmpty()) {
          new ListMend(path, map, store.epoch(), lost, notes).run();
          mended.add(path);
        }
      }
    }
    // And once more for who came between the two.
    RepairReport after = Stores.repair(folder, new RepairOptions(false, true));
    var all =
        new RepairReport(
            mended,
            0,
            0,
            lost,
            lost.stream().mapToLong(LostEntry::count).sum(),
            notes,
            true,
            false,
            false,
            "");
    return report.followedBy(all).followedBy(after);
  }
}
