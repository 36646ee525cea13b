package io.vitrine.store;

/** What an entry must be like for an update to be made. */
enum Condition {
  ANY,
  ABSENT,
  PRESENT,
  REVISION,

  /** There, but void. */
  EXPIRED,

  /** Whatever it is, as long as the scratch's addition can be made to it. */
  ADDABLE
}
