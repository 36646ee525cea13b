package io.vitrine.store;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a map's file is, also where its header is damaged. For one thread.
 *
 * <p>The header's copy tells, if it is whole. Where it is not, or where there is none, guesses are
 * made. The header's check tells whether a guess is right: so one bit after the other is turned,
 * and then again with what is known anyhow in its place. More than one bit may satisfy the check: a
 * change of one of the two highest bits of a word is undone by one of a certain bit of the next. So
 * only a guess counts that agrees with everything else that the header and the file's name say, and
 * only if it is the only one. What no guess finds, the log may tell: the record of the map's
 * creation.
 */
final class HeaderSalvage {
  /** Texts longer than this are not guessed at. */
  private static final long TEXT_BYTES_MAX = 1 << 14;

  private final String name;
  private final MappedFile file;
  private final long epoch;

  /** What the guesses come to that agree with themselves. */
  private final List<MapImage> found = new ArrayList<>();

  /** Why a guess came to nothing whose strategy is not known here. */
  private @Nullable StoreException unknown;

  private HeaderSalvage(String name, MappedFile file, long epoch) {
    this.name = name;
    this.file = file;
    this.epoch = epoch;
  }

  /**
   * What a file is, or null where that cannot be found out.
   *
   * @throws StoreException if it names a hash strategy that is not known here
   */
  static @Nullable MapImage of(
      String name, MappedFile file, long epoch, Map<Integer, LogSalvage.Created> created) {
    if (file.memory().byteSize() < 2 * MapLayout.PAGE) {
      return null;
    }
    var salvage = new HeaderSalvage(name, file, epoch);
    MemorySegment header = copyOf(file.memory());
    MapImage image =
        isSound(header) ? salvage.read(header, true) : salvage.guessed(header, created);
    if (image == null && salvage.unknown != null) {
      throw salvage.unknown;
    }
    return image;
  }

  private @Nullable MapImage guessed(
      MemorySegment header, Map<Integer, LogSalvage.Created> created) {
    MapImage copied = copied();
    if (copied != null) {
      return copied;
    }
    turnEachBit(header);
    if (found.stream().noneMatch(this::isInItsPlace)) {
      Memory.set(header, MapLayout.MAGIC, MapLayout.MAGIC_VALUE);
      Memory.set(header, MapLayout.VERSION, MapLayout.VERSION_VALUE);
      Memory.set(header, MapLayout.EPOCH, epoch);
      noteIfSound(header);
      turnEachBit(header);
    }
    MapImage only = only();
    return only != null ? only : fromLog(name, file.memory(), epoch, created);
  }

  /** What the header's copy says, alone or with half of the header; null if that is damaged too. */
  private @Nullable MapImage copied() {
    MemorySegment memory = file.memory();
    long at = HeaderCopy.find(memory, MapLayout.pages(MapLayout.META + TEXT_BYTES_MAX));
    if (at == 0) {
      return null;
    }
    MemorySegment copy = memory.asSlice(at);
    for (var each : List.of(copyOf(copy), joined(memory, copy), joined(copy, memory))) {
      MapImage image = isSound(each) ? read(each, false) : null;
      if (image != null
          && image.segmentsAt() == 2 * at
          && agrees(each, image)
          && isInItsPlace(image)) {
        return image;
      }
    }
    return null;
  }

  /** The words of one header with the texts of another. */
  private static MemorySegment joined(MemorySegment words, MemorySegment texts) {
    MemorySegment joined = copyOf(texts);
    MemorySegment.copy(words, 0, joined, 0, MapLayout.CHECK + 8);
    return joined;
  }

  /** The only guess; those count first that are of this store and this name. */
  private @Nullable MapImage only() {
    List<MapImage> left = found;
    for (Predicate<MapImage> isLikely :
        List.<Predicate<MapImage>>of(this::isInItsPlace, HeaderSalvage::hasTypes)) {
      if (left.stream().anyMatch(isLikely)) {
        left = left.stream().filter(isLikely).toList();
      }
    }
    return left.size() == 1 ? left.getFirst() : null;
  }

  private boolean isInItsPlace(MapImage image) {
    return image.epoch() == epoch && StorePath.isFileOf(name, image.path());
  }

  private static boolean hasTypes(MapImage image) {
    try {
      CodecTypeParser.parse(image.shape().keyType());
      CodecTypeParser.parse(image.shape().valueType());
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static MemorySegment copyOf(MemorySegment memory) {
    long bytes = Math.min(memory.byteSize() & -8, MapLayout.META + TEXT_BYTES_MAX);
    MemorySegment copy = Arena.ofAuto().allocate(bytes, 8);
    MemorySegment.copy(memory, 0, copy, 0, bytes);
    return copy;
  }

  private static boolean isSound(MemorySegment header) {
    long meta = Memory.get(header, MapLayout.META_BYTES);
    return meta >= 16
        && meta <= header.byteSize() - MapLayout.META
        && Memory.get(header, MapLayout.CHECK) == MapHeader.check(header);
  }

  /** Turns one bit after the other and notes what satisfies the check. */
  private void turnEachBit(MemorySegment header) {
    turnEachBit(header, 0, MapLayout.CHECK + 8);
    long meta = Memory.get(header, MapLayout.META_BYTES);
    if (meta >= 16 && meta <= header.byteSize() - MapLayout.META) {
      turnEachBit(header, MapLayout.META, MapLayout.META + meta);
    }
  }

  private void turnEachBit(MemorySegment header, long from, long to) {
    for (long at = from; at < to; at++) {
      byte was = header.get(ValueLayout.JAVA_BYTE, at);
      for (int bit = 0; bit < 8; bit++) {
        header.set(ValueLayout.JAVA_BYTE, at, (byte) (was ^ 1 << bit));
        noteIfSound(header);
      }
      header.set(ValueLayout.JAVA_BYTE, at, was);
    }
  }

  private void noteIfSound(MemorySegment header) {
    MapImage image = isSound(header) ? read(header, false) : null;
    if (image != null && agrees(header, image)) {
      found.add(image);
    }
  }

  /** Whether what a header says twice is the same. */
  private static boolean agrees(MemorySegment header, MapImage image) {
    HashStrategy hash = image.shape().hash();
    long texts = Memory.get(header, MapLayout.META_BYTES);
    return Memory.get(header, MapLayout.MAGIC) == MapLayout.MAGIC_VALUE
        && Memory.get(header, MapLayout.VERSION) == MapLayout.VERSION_VALUE
        && Memory.get(header, MapLayout.HASH_ID) == hash.id()
        && HashStrategies.isSelfTest(hash, Memory.get(header, MapLayout.HASH_TEST))
        && HeaderCopy.isSegmentsAt(image.segmentsAt(), texts)
        && image.mapId() > 0
        && Integer.bitCount(image.shape().segments()) == 1;
  }

  private @Nullable MapImage read(MemorySegment header, boolean sound) {
    try {
      String[] texts = MapFile.texts(header);
      var shape =
          new MapShape(
              texts[1],
              texts[2],
              HashStrategies.of(texts[3], Memory.get(header, MapLayout.HASH_SEED)),
              CompactShape.segments(Memory.get(header, MapLayout.SEGMENTS)),
              CompactShape.of(Memory.get(header, MapLayout.SEGMENTS)));
      var image =
          new MapImage(
              name,
              file.memory(),
              texts[0],
              shape,
              Math.toIntExact(Memory.get(header, MapLayout.MAP_ID)),
              Memory.get(header, MapLayout.EPOCH),
              Memory.get(header, MapLayout.SEGMENTS_AT),
              sound);
      return image.runsAt() <= file.memory().byteSize() ? image : null;
    } catch (IndexOutOfBoundsException | ArithmeticException e) {
      return null;
    } catch (IllegalArgumentException e) {
      unknown = new StoreException(file.name() + ": " + e.getMessage(), e); // not known here
      return null;
    }
  }

  private static @Nullable MapImage fromLog(
      String name, MemorySegment memory, long epoch, Map<Integer, LogSalvage.Created> created) {
    for (var each : created.entrySet()) {
      String path = each.getValue().path();
      MapShape shape = each.getValue().shape();
      if (StorePath.isFileOf(name, path)) {
        long meta = MapFile.texts(path, shape).length;
        long segmentsAt = HeaderCopy.likelySegmentsAt(memory, meta, shape.segments());
        var image =
            new MapImage(name, memory, path, shape, each.getKey(), epoch, segmentsAt, false);
        return image.runsAt() <= memory.byteSize() ? image : null;
      }
    }
    return null;
  }
}
