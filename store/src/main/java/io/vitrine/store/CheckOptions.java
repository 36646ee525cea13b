package io.vitrine.store;

import java.util.List;

/**
 * What a check of a store looks at. Immutable.
 *
 * @param maps paths of the maps to look at, for example {@code /maps/prices}; none for all
 * @param takeOver whether to put in order first what dead processes left, as every open does
 */
public record CheckOptions(List<String> maps, boolean takeOver) {
  /**
   * Makes options.
   *
   * @throws NullPointerException if there is no list
   */
  public CheckOptions {
    maps = List.copyOf(maps);
  }

  /**
   * The defaults.
   *
   * @return options that look at everything and change nothing
   */
  public static CheckOptions defaults() {
    return new CheckOptions(List.of(), false);
  }
}
