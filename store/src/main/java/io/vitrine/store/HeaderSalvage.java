package io.vitrine.store;

import io.vitrine.hashing.HashStrategies;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out what a map's file is, also where its header is damaged. Stateless; any thread.
 *
 * <p>The header's check tells whether a guess is right: so what is known anyhow is put in its
 * place, and then one bit after the other is turned. What no guess finds, the log may tell: the
 * record of the map's creation.
 */
final class HeaderSalvage {
  /** Texts longer than this are not guessed at. */
  private static final long TEXT_BYTES_MAX = 1 << 14;

  private HeaderSalvage() {}

  /** What a file is, or null where that cannot be found out. */
  static @Nullable MapImage of(
      String name, MappedFile file, long epoch, Map<Integer, LogSalvage.Created> created) {
    MemorySegment memory = file.memory();
    if (memory.byteSize() < 2 * MapLayout.PAGE) {
      return null;
    }
    MemorySegment header = copyOf(memory);
    if (isSound(header)) {
      return read(name, memory, header, true);
    }
    if (turnOneBit(header)) {
      return read(name, memory, header, false);
    }
    Memory.set(header, MapLayout.MAGIC, MapLayout.MAGIC_VALUE);
    Memory.set(header, MapLayout.VERSION, MapLayout.VERSION_VALUE);
    Memory.set(header, MapLayout.EPOCH, epoch);
    if (isSound(header) || turnOneBit(header)) {
      return read(name, memory, header, false);
    }
    return fromLog(name, memory, epoch, created);
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
        && Memory.get(header, MapLayout.CHECK) == MapFile.headerCheck(header);
  }

  /** Turns the one bit that makes the check right; false if there is none. */
  private static boolean turnOneBit(MemorySegment header) {
    if (turnOneBit(header, 0, MapLayout.CHECK + 8)) {
      return true;
    }
    long meta = Memory.get(header, MapLayout.META_BYTES);
    return meta >= 16
        && meta <= header.byteSize() - MapLayout.META
        && turnOneBit(header, MapLayout.META, MapLayout.META + meta);
  }

  private static boolean turnOneBit(MemorySegment header, long from, long to) {
    for (long at = from; at < to; at++) {
      byte was = header.get(ValueLayout.JAVA_BYTE, at);
      for (int bit = 0; bit < 8; bit++) {
        header.set(ValueLayout.JAVA_BYTE, at, (byte) (was ^ 1 << bit));
        if (isSound(header)) {
          return true;
        }
      }
      header.set(ValueLayout.JAVA_BYTE, at, was);
    }
    return false;
  }

  private static @Nullable MapImage read(
      String name, MemorySegment memory, MemorySegment header, boolean sound) {
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
              memory,
              texts[0],
              shape,
              Math.toIntExact(Memory.get(header, MapLayout.MAP_ID)),
              Memory.get(header, MapLayout.EPOCH),
              Memory.get(header, MapLayout.SEGMENTS_AT),
              sound);
      return image.runsAt() <= memory.byteSize() ? image : null;
    } catch (IndexOutOfBoundsException | ArithmeticException e) {
      return null;
    } catch (IllegalArgumentException e) {
      throw new StoreException(name + ": " + e.getMessage(), e); // a strategy not known here
    }
  }

  private static @Nullable MapImage fromLog(
      String name, MemorySegment memory, long epoch, Map<Integer, LogSalvage.Created> created) {
    for (var each : created.entrySet()) {
      String path = each.getValue().path();
      MapShape shape = each.getValue().shape();
      if (StorePath.isFileOf(name, path)) {
        String[] texts = {path, shape.keyType(), shape.valueType(), shape.hash().name()};
        long meta = 0;
        for (String text : texts) {
          meta += 4 + text.getBytes(StandardCharsets.UTF_8).length;
        }
        long segmentsAt = MapLayout.pages(MapLayout.META + meta) << MapLayout.PAGE_SHIFT;
        var image =
            new MapImage(name, memory, path, shape, each.getKey(), epoch, segmentsAt, false);
        return image.runsAt() <= memory.byteSize() ? image : null;
      }
    }
    return null;
  }
}
