package io.vitrine.store;

/** What an entry must be like for an update to be made. */
enum Condition {
  ANY,
  ABSENT,
  PRESENT,
  REVISION
}
