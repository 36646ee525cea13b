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
  DROPPED(5),
  /** Something that the application told of the collection: no entry changed. */
  PUBLISHED(7); // 6 is a record with a group of changes

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
      case 7 -> PUBLISHED;
      default ->
          throw new CorruptStoreException(
              "change record has kind " + code + ", known kinds are 1 to 5 and 7");
    };
  }

  static boolean isKnown(int code) {
    return (code >= INSERTED.code && code <= DROPPED.code) || code == PUBLISHED.code;
  }

  /**
   * Whether an entry changed.
   *
   * @return false where the collection came or went, and for what the application told of it
   */
  public boolean isOfEntry() {
    return this == INSERTED || this == UPDATED || this == REMOVED;
  }
}
