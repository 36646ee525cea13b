package io.vitrine.collections;

/**
 * A collection of a catalogue is there, came or went. Immutable.
 *
 * @param kind what happened
 * @param path the collection
 * @param revision revision of the change
 */
public record TopologyEvent(Kind kind, String path, long revision) {
  /** What happened. */
  public enum Kind {
    /** The collection was there at the beginning. */
    EXISTING,
    /** The collection was created. */
    ADDED,
    /** The collection was dropped. */
    REMOVED
  }
}
