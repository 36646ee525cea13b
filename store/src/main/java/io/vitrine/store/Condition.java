package io.vitrine.store;

/** What an entry must be like for an update to be made. */
enum Condition {
  ANY,
  ABSENT,
  PRESENT,
  REVISION,

  /**
   * As it was when the scratch's incoming image was read, or as little there: of the same revision,
   * or, where that may be a neighbour's, with the same value, from which who read it has made all
   * that he made. So whoever changes neighbours, a codec or a visitor too, has nobody read again.
   */
  AS_SEEN,

  /** There, but void. */
  EXPIRED,

  /** Whatever it is, as long as the scratch's addition can be made to it. */
  ADDABLE
}
