package io.vitrine.examples;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import java.nio.file.Path;

/** Counts in a map that lies in a folder. Run it in several JVMs at once: they share the map. */
final class EmbedAndShare {
  private EmbedAndShare() {}

  static void main(String[] args) {
    try (Vitrine vitrine = Vitrine.open(Path.of(args[0]))) {
      ObservableMap<String, Long> counts = vitrine.map("/maps/counts", String.class, Long.class);
      for (int i = 0; i < 1_000; i++) {
        counts.merge("all", 1L, Long::sum); // Atomic, between JVMs as well.
      }
      counts.put("process " + ProcessHandle.current().pid(), 1_000L);
      counts.forEach((who, count) -> System.out.println(who + ": " + count));
    }
  }
}
