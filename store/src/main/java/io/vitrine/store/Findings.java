package io.vitrine.store;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects what a check finds, in bounded memory. For one thread. */
final class Findings {
  static final String REPAIR = "run \"vitrine repair\"";

  private static final int KEPT_OF_A_KIND = 1_000;
  private static final String NEXT_PROCESS = "the next process that needs it puts it in order";

  private final Map<Finding.Kind, Set<String>> filesOf = new EnumMap<>(Finding.Kind.class);
  private final List<Finding> kept = new ArrayList<>();
  private final Map<Finding.Kind, Long> counts = new EnumMap<>(Finding.Kind.class);

  void damage(String file, long offset, String found, String expected) {
    add(new Finding(Finding.Kind.DAMAGE, file, offset, found, expected, REPAIR));
  }

  void leftover(String file, long offset, String found, String expected) {
    add(new Finding(Finding.Kind.LEFTOVER, file, offset, found, expected, NEXT_PROCESS));
  }

  void add(Finding finding) {
    filesOf.computeIfAbsent(finding.kind(), _ -> new HashSet<>()).add(finding.file());
    if (counts.merge(finding.kind(), 1L, Long::sum) <= KEPT_OF_A_KIND) {
      kept.add(finding);
    }
  }

  long count(Finding.Kind kind) {
    return counts.getOrDefault(kind, 0L);
  }

  /** The files in which something of a kind was found. */
  Set<String> files(Finding.Kind kind) {
    return filesOf.getOrDefault(kind, Set.of());
  }

  List<Finding> kept() {
    return kept;
  }

  static String hex(long word) {
    return "0x" + Long.toHexString(word);
  }
}
