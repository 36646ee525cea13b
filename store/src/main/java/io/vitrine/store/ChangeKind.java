package io.vitrine.store;

/** What a change did to an entry, or to the catalogue. */
public enum ChangeKind {
  /** The entry was not there before. */
  INSERTED(1),
  /** The entry had another value before, or the same one. */
  UPDATED(2),
  /** The entry is gone. */
  REMOVED(3),
  /** A collection came into being; the key is its path in UTF-8. */
  CREATED(4),
  /** A collection is gone; the key is its path in UTF-8. */
  DROPPED(5);

  private final int code;

  ChangeKind(int code) {
    this.code = code;
  }

  /**
   * Number that stands in a record.
   *
   * @return a positive number that never changes
   */
  int code() {
    return code;
  }

  static ChangeKind of(int code) {
    return switch (code) {
      case 1 -> INSERTED;
      case 2 -> UPDATED;
      case 3 -> REMOVED;
      case 4 -> CREATED;
      case 5 -> DROPPED;
      default ->
          throw new CorruptStoreException(
              "change record has kind " + code + ", known kinds are 1 to 5");
    };
  }
}
