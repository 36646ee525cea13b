package io.vitrine.store;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** How components of primitive types are written and read, without boxing. Stateless. */
final class RecordCodecPrimitives {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  private RecordCodecPrimitives() {}

  /** Bytes of a component. */
  static int sizeOf(Class<?> type) {
    return switch (type.getName()) {
      case "long", "double" -> Long.BYTES;
      case "int", "float" -> Integer.BYTES;
      case "short", "char" -> Short.BYTES;
      default -> 1;
    };
  }

  /** Writes a component that an accessor gives: (Object owner, MemorySegment, long) to void. */
  static MethodHandle putter(MethodHandle getter) throws ReflectiveOperationException {
    Class<?> type = getter.type().returnType();
    MethodHandle put =
        LOOKUP.findStatic(
            RecordCodecPrimitives.class,
            "put",
            MethodType.methodType(void.class, type, MemorySegment.class, long.class));
    MethodHandle ofOwner = getter.asType(MethodType.methodType(type, Object.class));
    return MethodHandles.collectArguments(put, 0, ofOwner);
  }

  /** Reads a component: (CodecInput, long bitmap) to its type. */
  static MethodHandle taker(Class<?> type) throws ReflectiveOperationException {
    String name =
        switch (type.getName()) {
          case "long" -> "takeLong";
          case "int" -> "takeInt";
          case "short" -> "takeShort";
          case "byte" -> "takeSignedByte";
          case "double" -> "takeDouble";
          case "float" -> "takeFloat";
          case "char" -> "takeChar";
          default -> "takeBoolean";
        };
    MethodHandle take = LOOKUP.findVirtual(CodecInput.class, name, MethodType.methodType(type));
    return MethodHandles.dropArguments(take, 1, long.class);
  }

  // Called through the handle that putter makes.

  static void put(long value, MemorySegment target, long offset) {
    target.set(CodecInput.LONG, offset, value);
  }

  static void put(int value, MemorySegment target, long offset) {
    target.set(CodecInput.INT, offset, value);
  }

  static void put(short value, MemorySegment target, long offset) {
    target.set(CodecInput.SHORT, offset, value);
  }

  static void put(byte value, MemorySegment target, long offset) {
    target.set(JAVA_BYTE, offset, value);
  }

  static void put(double value, MemorySegment target, long offset) {
    DoubleCodec.put(value, target, offset);
  }

  static void put(float value, MemorySegment target, long offset) {
    FloatCodec.put(value, target, offset);
  }

  static void put(char value, MemorySegment target, long offset) {
    CharCodec.put(value, target, offset);
  }

  static void put(boolean value, MemorySegment target, long offset) {
    BooleanCodec.put(value, target, offset);
  }
}
