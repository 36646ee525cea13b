package io.vitrine.torture.subscribe;

import java.util.List;
import java.util.function.BooleanSupplier;

/** Which filter a state was told by, while another one had been asked for. Stateless. */
final class Switches {
  private Switches() {}

  /**
   * Whether the filter that was asked for is in force in a state. The state alone does not always
   * tell: an empty one is the same to both. Who tells it says so right behind it, as of the same
   * revision; only where that was cut off the state decides.
   *
   * @param rest the tape behind the end of the state
   * @param revision that of the state
   * @param fits whether the state is what that filter lets pass
   */
  static boolean isInForce(List<Line> rest, long revision, BooleanSupplier fits) {
    for (Line line : rest) {
      switch (line.kind()) {
        case FILTERED -> {
          return line.revision() == revision;
        }
        case REQUEST, BEHIND -> {
          // was made on another thread
        }
        case END, ERROR, AFTER_END, LIFE, RESYNC -> {
          return fits.getAsBoolean();
        }
        case FILTER, EXISTING, INSERTED, UPDATED, REMOVED, PUBLISHED, BOOTSTRAPPED, PROGRESS -> {
          return false;
        }
      }
    }
    return fits.getAsBoolean();
  }
}
