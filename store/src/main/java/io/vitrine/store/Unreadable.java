package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;

/** Says which entry it is whose bytes a codec cannot read. Stateless; any thread. */
final class Unreadable {
  /** So much of a key is shown. */
  private static final long SHOWN_BYTES_MAX = 32;

  private Unreadable() {}

  /**
   * Tells of an entry in the image of a block.
   *
   * @param what key or value
   * @param e what the codec threw
   * @return what to throw in its place
   */
  static RuntimeException image(
      MapFile file,
      String what,
      Codec<?> codec,
      MemorySegment images,
      long image,
      RuntimeException e) {
    long length = BlockLayout.keyLength(BlockLayout.lengths(images, image));
    long revision = BlockLayout.revision(images, image);
    return of(file, what, codec, images, image + BlockLayout.KEY, length, revision, e);
  }

  /** Tells of a change in the log, like {@link #image}. */
  static RuntimeException change(
      MapFile file, String what, Codec<?> codec, Change change, RuntimeException e) {
    return of(
        file,
        what,
        codec,
        change.source(),
        change.keyOffset(),
        change.keyLength(),
        change.revision(),
        e);
  }

  /**
   * Refuses changes that have no entry: what they tell is no key and no value.
   *
   * @return the change
   */
  static Change requireEntry(StoreMap<?, ?> map, Change change) {
    requireOf(map, change);
    return switch (change.kind()) {
      case INSERTED, UPDATED, REMOVED -> change;
      default ->
          throw new IllegalArgumentException(
              "change at revision %d of map %s is %s, expected INSERTED, UPDATED or REMOVED"
                  .formatted(change.revision(), map.path(), change.kind()));
    };
  }

  /** What was published of a map; refuses changes that are none of its messages. */
  static byte[] published(StoreMap<?, ?> map, Change change) {
    requireOf(map, change);
    if (change.kind() != ChangeKind.PUBLISHED) {
      throw new IllegalArgumentException(
          "change at revision %d of map %s is %s, expected PUBLISHED"
              .formatted(change.revision(), map.path(), change.kind()));
    }
    return change
        .source()
        .asSlice(change.newOffset(), Math.max(0, change.newLength()))
        .toArray(ValueLayout.JAVA_BYTE);
  }

  /** What another map wrote may look like something of this one. */
  private static void requireOf(StoreMap<?, ?> map, Change change) {
    if (change.mapId() != map.id()) {
      throw new IllegalArgumentException(
          "change at revision %d is of the map with number %d, and map %s has number %d"
              .formatted(change.revision(), change.mapId(), map.path(), map.id()));
    }
  }

  /** Whether what a codec threw is for the bytes' sake; else it has called a store, say. */
  static boolean isOfBytes(RuntimeException e) {
    return e instanceof CorruptStoreException
        || !(e instanceof StoreException
            || e instanceof IllegalStateException
            || e instanceof WouldWaitException);
  }

  /** Tells of an entry whose key lies at a place, like {@link #image}. */
  static RuntimeException of(
      MapFile file,
      String what,
      Codec<?> codec,
      MemorySegment source,
      long keyAt,
      long keyLength,
      long revision,
      RuntimeException e) {
    if (!isOfBytes(e)) {
      return e; // the codec has called a store
    }
    long shown = Math.min(keyLength, SHOWN_BYTES_MAX);
    byte[] key = source.asSlice(keyAt, shown).toArray(ValueLayout.JAVA_BYTE);
    var unreadable =
        new CorruptStoreException(
            file.name()
                + ": map "
                + file.path
                + ": "
                + what
                + " of the entry with revision "
                + revision
                + " and key 0x"
                + HexFormat.of().formatHex(key)
                + (shown < keyLength ? "... of " + keyLength + " bytes" : "")
                + " is no "
                + codec.typeName()
                + ": "
                + (e instanceof CorruptStoreException ? e.getMessage() : e)
                + "; the bytes are as they were written: read them by the codec that wrote them, or"
                + " remove the entry");
    unreadable.initCause(e);
    return unreadable;
  }
}
