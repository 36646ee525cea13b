package io.vitrine.examples.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/** Compares what a run left behind with what it should have. For one thread. */
final class Verdict {
  private static final int DIFFERENCES_MAX = 10;

  private final List<String> differences = new ArrayList<>();

  /**
   * What differs.
   *
   * @return a line each, empty where all is well
   */
  List<String> differences() {
    if (differences.size() <= DIFFERENCES_MAX) {
      return List.copyOf(differences);
    }
    var few = new ArrayList<>(differences.subList(0, DIFFERENCES_MAX));
    few.add("and " + (differences.size() - DIFFERENCES_MAX) + " more");
    return List.copyOf(few);
  }

  /** Compares a map with the sums of the file. */
  void compareWithFile(
      String what, Map<String, AirportStats> map, SortedMap<String, Totals> totals) {
    for (String iata : union(map.keySet(), totals.keySet())) {
      AirportStats found = map.get(iata);
      Totals expected = totals.get(iata);
      if (found == null || expected == null || !expected.matches(found)) {
        differences.add(what + " has " + iata + " as " + found + ", the file as " + expected);
      }
    }
  }

  /** Compares the watcher's copy with the store, field by field. */
  void compareCopy(Map<String, AirportStats> copy, Map<String, AirportStats> store) {
    for (String iata : union(copy.keySet(), store.keySet())) {
      AirportStats found = copy.get(iata);
      AirportStats expected = store.get(iata);
      if (found == null || !found.equals(expected)) {
        differences.add("the copy has " + iata + " as " + found + ", the store as " + expected);
      }
    }
  }

  /** Compares the airports that the filter let pass with those that are late by the file. */
  void compareLate(Set<String> found, SortedMap<String, Totals> totals, double threshold) {
    var expected = new TreeSet<String>();
    totals.forEach((iata, total) -> {
      if (total.isLate(threshold)) {
        expected.add(iata);
      }
    });
    if (!found.equals(expected)) {
      differences.add("late airports are " + found + ", by the file they are " + expected);
    }
  }

  /** Compares a number. */
  void compareCount(String what, long found, long expected) {
    if (found != expected) {
      differences.add(what + ": " + found + ", expected " + expected);
    }
  }

  /** Takes what a watcher found wrong. */
  void add(String who, Problems problems) {
    if (problems.count() > 0) {
      differences.add(who + " saw " + problems.count() + " wrong events: " + problems.first());
    }
  }

  private static Set<String> union(Set<String> some, Set<String> others) {
    var all = new TreeSet<>(some);
    all.addAll(others);
    return all;
  }
}
