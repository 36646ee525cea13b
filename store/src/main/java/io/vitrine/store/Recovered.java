package io.vitrine.store;

import java.util.List;

/**
 * What a recovery made anew. Immutable.
 *
 * @param maps paths of all maps
 * @param entries how many entries they have
 */
record Recovered(List<String> maps, long entries) {
  Recovered {
    maps = List.copyOf(maps);
  }
}
