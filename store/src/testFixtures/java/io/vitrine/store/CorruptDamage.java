package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;

/**
 * One way to damage a store. Immutable.
 *
 * @param what says what is done, for people
 * @param file the only file that is changed, empty where there are several
 * @param mayHide whether entries may seem to be absent, if a check finds the damage
 * @param mayBeOld whether former values may be seen, if a check finds the damage
 * @param harm does it
 */
record CorruptDamage(
    String what, String file, boolean mayHide, boolean mayBeOld, Consumer<ImageFiles> harm) {

  /** None at all. */
  static final CorruptDamage NONE = new CorruptDamage("nothing", "", false, false, files -> {});

  /** One bit is turned. */
  static CorruptDamage bit(String file, long bit) {
    long at = bit >>> 3;
    return new CorruptDamage(
        "bit " + (bit & 7) + " of byte 0x" + Long.toHexString(at) + " of " + file + " turned",
        file,
        false,
        false,
        files -> {
          MemorySegment memory = files.damage(file, at + 1);
          byte before = memory.get(ValueLayout.JAVA_BYTE, at);
          memory.set(ValueLayout.JAVA_BYTE, at, (byte) (before ^ 1 << (bit & 7)));
        });
  }

  /** The file ends earlier. */
  static CorruptDamage cut(String file, long bytes) {
    return new CorruptDamage(
        file + " cut to " + bytes + " bytes",
        file,
        false,
        false,
        files -> files.resize(file, bytes));
  }

  /** Bytes from anywhere take the place of some. */
  static CorruptDamage splice(
      String what, String file, long at, byte[] bytes, boolean mayHide, boolean mayBeOld) {
    return new CorruptDamage(
        what + " at 0x" + Long.toHexString(at) + " of " + file,
        file,
        mayHide,
        mayBeOld,
        files -> {
          MemorySegment memory = files.damage(file, at + bytes.length);
          MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, at, bytes.length);
        });
  }

  /** Another file takes the place of one. */
  static CorruptDamage replace(
      String what, String file, ImageFiles.Content content, boolean mayHide, boolean mayBeOld) {
    return new CorruptDamage(
        what + " in place of " + file,
        file,
        mayHide,
        mayBeOld,
        files -> files.replace(file, content));
  }
}
