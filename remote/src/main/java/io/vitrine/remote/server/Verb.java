package io.vitrine.remote.server;

/** What somebody wants to do, as permissions know it. */
public enum Verb {
  /** Look at entries and descriptions. */
  READ,
  /** Set and remove entries. */
  WRITE,
  /** Apply visitors and functions. */
  VISIT,
  /** Watch changes. */
  SUBSCRIBE,
  /** Create and drop collections. */
  ADMIN
}
