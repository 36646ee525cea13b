package io.vitrine.store;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a repair of a store did, and what it had to give up. Immutable.
 *
 * @param rebuilt paths of the maps whose files were made anew
 * @param entries how many entries these maps have
 * @param recovered how many of them were found without their slots, or only in the log
 * @param lost the entries that had to be given up, the first ten thousand
 * @param lostEntries how many entries had to be given up
 * @param notes what else was given up or set aside, for people
 * @param newLog whether the change log begins anew, with a new epoch, so that whoever follows it
 *     has to begin with the present state
 * @param powerLost whether the store survives a loss of power and had to be recovered from one
 *     first: its log begins anew, nothing that it promised is lost, and all of its maps are rebuilt
 * @param newControl whether the control file was made anew; the store then promises nothing about a
 *     loss of power until it is opened so again
 * @param keptIn the folder in the store's with the files that were replaced, empty if there is none
 */
public record RepairReport(
    List<String> rebuilt,
    long entries,
    long recovered,
    List<LostEntry> lost,
    long lostEntries,
    List<String> notes,
    boolean newLog,
    boolean powerLost,
    boolean newControl,
    String keptIn) {
  /**
   * Makes a report.
   *
   * @throws NullPointerException if there is no list
   */
  public RepairReport {
    rebuilt = List.copyOf(rebuilt);
    lost = List.copyOf(lost);
    notes = List.copyOf(notes);
  }

  /**
   * Joins the reports of a repair and of the one that had to follow at once.
   *
   * @param next the report of the other one
   * @return what both of them did
   */
  public RepairReport followedBy(RepairReport next) {
    return new RepairReport(
        Stream.concat(rebuilt.stream(), next.rebuilt.stream()).distinct().toList(),
        next.rebuilt.containsAll(rebuilt) ? next.entries : Math.max(entries, next.entries),
        recovered + next.recovered,
        Stream.concat(lost.stream(), next.lost.stream()).toList(),
        lostEntries + next.lostEntries,
        Stream.concat(notes.stream(), next.notes.stream()).distinct().toList(),
        newLog || next.newLog,
        powerLost || next.powerLost,
        newControl || next.newControl,
        keptIn.isEmpty() ? next.keptIn : keptIn);
  }

  /**
   * Whether there was something to repair.
   *
   * @return true if files were replaced
   */
  public boolean hasChanged() {
    return newLog || newControl || !rebuilt.isEmpty() || !notes.isEmpty();
  }
}
