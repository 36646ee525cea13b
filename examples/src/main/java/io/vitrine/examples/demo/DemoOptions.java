package io.vitrine.examples.demo;

import java.nio.file.Path;

/**
 * What a run of the demo is to do. Immutable.
 *
 * @param folder where the store and the watcher's copy go
 * @param flights how many flights are replayed
 * @param thresholdMinutes mean delay over which an airport is watched
 */
record DemoOptions(Path folder, int flights, double thresholdMinutes) {
  /** Where the store goes. */
  Path store() {
    return folder.resolve("store");
  }

  /** Where the watcher saves its copy. */
  Path copy() {
    return folder.resolve("watcher.copy");
  }
}
