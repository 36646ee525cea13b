package io.vitrine.store;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The one door to mapped memory: every load, store and atomic of the engine goes through it, so
 * that a test can see and schedule them. Stateless; any thread.
 *
 * <p>The memory order stands in the name. All words are eight bytes, little-endian and aligned.
 */
final class Memory {
  /** Sees each access before it is made. */
  @FunctionalInterface
  interface Hook {
    /**
     * Called before an access.
     *
     * @param access its name here, for example {@code cas}
     * @param offset where
     */
    void before(String access, long offset);
  }

  /** Whether a hook may be set; constant, so that the accesses cost nothing without. */
  static final boolean HOOKED = Boolean.getBoolean("vitrine.memory.hook");

  private static volatile @Nullable Hook hook;

  private static final ValueLayout.OfLong WORD =
      ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final VarHandle WORDS = WORD.varHandle();

  /* Of words that are read as parts of one layout, the compiler sees that they lie in one range:
   * it checks the bounds of all at once, and needs one register for them. Lincheck does not know
   * such handles, so that where there is a hook each word is accessed by itself. */
  private static final VarHandle THREE = wordsOf(3);
  private static final VarHandle EIGHT = wordsOf(8);
  private static final VarHandle SIXTEEN = wordsOf(16);

  /* Each class of segments has methods of its own, which are called for each access. The JIT keeps
   * count of the classes for the whole JVM, and once there were three (mapped files, native memory
   * and one of the heap's, whoever used it), it calls them one by one and moves nothing out of
   * loops: a checksum of 1 KiB then takes 1,000 ns in place of 70, and an update of a small entry
   * half more. Where it is told the class of native segments, of which mapped ones are, it knows
   * the methods; so each access is written twice. */
  private static final Class<? extends MemorySegment> NATIVE = MemorySegment.NULL.getClass();

  /* Of that of mapped segments, below which there is no other, the JIT finds out by one
   * instruction whether a segment is of it, in place of six. */
  private static final Class<? extends MemorySegment> MAPPED = mappedClass();

  private Memory() {}

  /** The one class below that of native segments; that itself in a JDK which has none or others. */
  private static Class<? extends MemorySegment> mappedClass() {
    Class<?>[] below = NATIVE.getPermittedSubclasses();
    return below != null && below.length == 1 ? below[0].asSubclass(MemorySegment.class) : NATIVE;
  }

  /** Whether a segment is a mapped file's, as the JIT knows it at once. */
  static boolean isMapped(@Nullable MemorySegment memory) {
    return MAPPED.isInstance(memory);
  }

  /**
   * The same segment, of which the JIT remembers that it is a mapped file's where it has met no
   * others.
   */
  static MemorySegment known(MemorySegment memory) {
    return isMapped(memory) ? MAPPED.cast(memory) : memory;
  }

  private static VarHandle wordsOf(int count) {
    return MemoryLayout.sequenceLayout(count, LONG).varHandle(PathElement.sequenceElement());
  }

  /**
   * Sets the hook of a test; only where the system property {@code vitrine.memory.hook} is true.
   */
  static void hook(@Nullable Hook next) {
    if (!HOOKED) {
      throw new IllegalStateException("start the JVM with -Dvitrine.memory.hook=true");
    }
    hook = next;
  }

  private static void before(String access, long offset) {
    Hook now = hook;
    if (now != null) {
      now.before(access, offset);
    }
  }

  static long get(MemorySegment memory, long offset) {
    if (HOOKED) {
      before("get", offset);
    }
    return peek(memory, offset);
  }

  /** The same for checksums, which prove by themselves that they saw one state; no hook. */
  static long peek(MemorySegment memory, long offset) {
    return NATIVE.isInstance(memory)
        ? NATIVE.cast(memory).get(LONG, offset)
        : memory.get(LONG, offset);
  }

  /**
   * One of eight words in a row, of which several are read.
   *
   * @param first offset of the first of them
   * @param index which one
   * @throws IndexOutOfBoundsException if any of the eight lies outside
   */
  static long getOf8(MemorySegment memory, long first, long index) {
    if (HOOKED) {
      before("get", first + 8 * index);
    }
    return peekOf8(memory, first, index);
  }

  /** The same for checksums, which prove by themselves that they saw one state; no hook. */
  static long peekOf8(MemorySegment memory, long first, long index) {
    if (HOOKED) {
      return memory.get(LONG, first + 8 * index);
    }
    return NATIVE.isInstance(memory)
        ? (long) EIGHT.get(NATIVE.cast(memory), first, index)
        : (long) EIGHT.get(memory, first, index);
  }

  /** One of sixteen words in a row, like {@link #getOf8}. */
  static long getOf16(MemorySegment memory, long first, long index) {
    if (HOOKED) {
      return get(memory, first + 8 * index);
    }
    return NATIVE.isInstance(memory)
        ? (long) SIXTEEN.get(NATIVE.cast(memory), first, index)
        : (long) SIXTEEN.get(memory, first, index);
  }

  static void set(MemorySegment memory, long offset, long value) {
    if (HOOKED) {
      before("set", offset);
    }
    if (NATIVE.isInstance(memory)) {
      NATIVE.cast(memory).set(LONG, offset, value);
    } else {
      memory.set(LONG, offset, value);
    }
  }

  /** One of three words in a row, like {@link #getOf8}. */
  static long getOf3(MemorySegment memory, long first, long index) {
    if (HOOKED) {
      return get(memory, first + 8 * index);
    }
    return NATIVE.isInstance(memory)
        ? (long) THREE.get(NATIVE.cast(memory), first, index)
        : (long) THREE.get(memory, first, index);
  }

  /** Sets one of three words in a row, of which several are set; bounds as in {@link #getOf8}. */
  static void setOf3(MemorySegment memory, long first, long index, long value) {
    if (HOOKED) {
      set(memory, first + 8 * index, value);
    } else if (NATIVE.isInstance(memory)) {
      THREE.set(NATIVE.cast(memory), first, index, value);
    } else {
      THREE.set(memory, first, index, value);
    }
  }

  /** Sets one of eight words in a row, of which several are set; bounds as in {@link #getOf8}. */
  static void setOf8(MemorySegment memory, long first, long index, long value) {
    if (HOOKED) {
      set(memory, first + 8 * index, value);
    } else if (NATIVE.isInstance(memory)) {
      EIGHT.set(NATIVE.cast(memory), first, index, value);
    } else {
      EIGHT.set(memory, first, index, value);
    }
  }

  /** Sets one of sixteen words in a row, like {@link #getOf16}. */
  static void setOf16(MemorySegment memory, long first, long index, long value) {
    if (HOOKED) {
      set(memory, first + 8 * index, value);
    } else if (NATIVE.isInstance(memory)) {
      SIXTEEN.set(NATIVE.cast(memory), first, index, value);
    } else {
      SIXTEEN.set(memory, first, index, value);
    }
  }

  static long getAcquire(MemorySegment memory, long offset) {
    if (HOOKED) {
      before("getAcquire", offset);
    }
    return NATIVE.isInstance(memory)
        ? (long) WORDS.getAcquire(NATIVE.cast(memory), offset)
        : (long) WORDS.getAcquire(memory, offset);
  }

  static void setRelease(MemorySegment memory, long offset, long value) {
    if (HOOKED) {
      before("setRelease", offset);
    }
    if (NATIVE.isInstance(memory)) {
      WORDS.setRelease(NATIVE.cast(memory), offset, value);
    } else {
      WORDS.setRelease(memory, offset, value);
    }
  }

  static long getVolatile(MemorySegment memory, long offset) {
    if (HOOKED) {
      before("getVolatile", offset);
    }
    return NATIVE.isInstance(memory)
        ? (long) WORDS.getVolatile(NATIVE.cast(memory), offset)
        : (long) WORDS.getVolatile(memory, offset);
  }

  static void setVolatile(MemorySegment memory, long offset, long value) {
    if (HOOKED) {
      before("setVolatile", offset);
    }
    if (NATIVE.isInstance(memory)) {
      WORDS.setVolatile(NATIVE.cast(memory), offset, value);
    } else {
      WORDS.setVolatile(memory, offset, value);
    }
  }

  /* Where a file was cut off, an atomic operation that the JVM still interprets ends the process,
   * while a read throws (InternalError). So the word is read before; the compiler leaves that out,
   * since nobody uses it, and a compiled operation throws, too. */

  static boolean cas(MemorySegment memory, long offset, long expected, long value) {
    if (HOOKED) {
      before("cas", offset);
    }
    long _ = peek(memory, offset);
    return NATIVE.isInstance(memory)
        ? WORDS.compareAndSet(NATIVE.cast(memory), offset, expected, value)
        : WORDS.compareAndSet(memory, offset, expected, value);
  }

  static long getAndAdd(MemorySegment memory, long offset, long delta) {
    if (HOOKED) {
      before("getAndAdd", offset);
    }
    long _ = peek(memory, offset);
    return NATIVE.isInstance(memory)
        ? (long) WORDS.getAndAdd(NATIVE.cast(memory), offset, delta)
        : (long) WORDS.getAndAdd(memory, offset, delta);
  }

  static void copy(MemorySegment from, long fromOffset, MemorySegment to, long toOffset, long n) {
    if (HOOKED) {
      before("copy", toOffset);
    }
    MemorySegment.copy(from, fromOffset, to, toOffset, n);
  }

  /** Fills an array with what begins at an offset. */
  static void copy(MemorySegment from, long fromOffset, byte[] to) {
    if (HOOKED) {
      before("copy", fromOffset);
    }
    MemorySegment.copy(from, BYTE, fromOffset, to, 0, to.length);
  }

  /** Copies an array to an offset. */
  static void copy(byte[] from, MemorySegment to, long toOffset) {
    if (HOOKED) {
      before("copy", toOffset);
    }
    MemorySegment.copy(from, 0, to, BYTE, toOffset, from.length);
  }

  static void zero(MemorySegment memory, long offset, long bytes) {
    if (HOOKED) {
      before("zero", offset);
    }
    memory.asSlice(offset, bytes).fill((byte) 0);
  }

  /** Brings a range of a mapped file to disk. */
  static void force(MemorySegment memory, long offset, long bytes) {
    if (HOOKED) {
      before("force", offset);
    }
    memory.asSlice(offset, bytes).force();
  }

  /**
   * Whether a range holds the same bytes as words of an array do. What follows the range up to a
   * whole word must be there.
   */
  static boolean same(MemorySegment a, long aOffset, long[] b, int bIndex, long bytes) {
    if (HOOKED) {
      before("same", aOffset);
    }
    int whole = (int) (bytes >>> 3);
    for (int i = 0; i < whole; i++) {
      if (peek(a, aOffset + 8L * i) != Words.get(b, bIndex + i)) {
        return false;
      }
    }
    int rest = (int) bytes & 7;
    return rest == 0
        || (peek(a, aOffset + 8L * whole) ^ Words.get(b, bIndex + whole)) << (64 - 8 * rest) == 0;
  }

  /** Whether two ranges hold the same bytes; eight at a time, for keys are short. */
  static boolean same(MemorySegment a, long aOffset, MemorySegment b, long bOffset, long bytes) {
    if (HOOKED) {
      before("same", aOffset);
    }
    long i = 0;
    for (; i + 8 <= bytes; i += 8) {
      if (peek(a, aOffset + i) != peek(b, bOffset + i)) {
        return false;
      }
    }
    for (; i < bytes; i++) {
      if (a.get(BYTE, aOffset + i) != b.get(BYTE, bOffset + i)) {
        return false;
      }
    }
    return true;
  }
}
