package io.vitrine.store;

import java.util.List;

/**
 * What a check of a store found, and what it looked at. Immutable.
 *
 * @param findings what was found, the first thousand of each kind
 * @param damages how many places are damaged
 * @param leftovers how many things dead processes left, which the next process puts in order
 * @param unchecked how many things could not be looked at
 * @param maps maps looked at
 * @param entries entries looked at
 * @param records records of the change log looked at
 * @param bytes size of what was looked at
 */
public record CheckReport(
    List<Finding> findings,
    long damages,
    long leftovers,
    long unchecked,
    int maps,
    long entries,
    long records,
    long bytes) {
  /**
   * Makes a report.
   *
   * @throws NullPointerException if there are no findings
   */
  public CheckReport {
    findings = List.copyOf(findings);
  }

  /**
   * Whether everything is as it must be. What dead processes left does not count: it belongs to a
   * store in good order.
   *
   * @return true if all was looked at, and nothing is damaged
   */
  public boolean isClean() {
    return damages == 0 && unchecked == 0;
  }
}
