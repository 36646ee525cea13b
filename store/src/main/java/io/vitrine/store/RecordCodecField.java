package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * One component of a record class: gets it from a record and writes it, without boxing. Safe for
 * any number of threads.
 */
abstract sealed class RecordCodecField {
  private final String name;
  private final MethodHandle getter;

  RecordCodecField(String name, MethodHandle getter, Class<?> type) {
    this.name = name;
    this.getter = getter.asType(MethodType.methodType(type, Object.class));
  }

  /** Creates the field for a component that an accessor gives and a codec writes. */
  static RecordCodecField of(String name, MethodHandle getter, ItemCodec<?> codec, int bit) {
    return switch (getter.type().returnType()) {
      case Class<?> c when c == long.class -> new OfLong(name, getter);
      case Class<?> c when c == int.class -> new OfInt(name, getter);
      case Class<?> c when c == double.class -> new OfDouble(name, getter);
      case Class<?> c when c == boolean.class -> new OfBoolean(name, getter);
      default -> new OfObject(name, getter, codec, bit);
    };
  }

  final String name() {
    return name;
  }

  final MethodHandle getter() {
    return getter;
  }

  abstract long sizeOf(Object owner);

  abstract long put(Object owner, MemorySegment target, long offset, long bitmap);

  /** Reads the component: (CodecInput, long bitmap) to the component's type. */
  abstract MethodHandle taker() throws ReflectiveOperationException;

  private static MethodHandle primitiveTaker(String method, Class<?> type)
      throws ReflectiveOperationException {
    MethodHandle take =
        MethodHandles.lookup().findVirtual(CodecInput.class, method, MethodType.methodType(type));
    return MethodHandles.dropArguments(take, 1, long.class);
  }

  /** Accessors of records declare no checked exception, so there is nothing to translate. */
  private static RuntimeException asUnchecked(Throwable thrown) {
    if (thrown instanceof Error error) {
      throw error;
    }
    return thrown instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException("accessor of a record failed: " + thrown, thrown);
  }

  static final class OfLong extends RecordCodecField {
    OfLong(String name, MethodHandle getter) {
      super(name, getter, long.class);
    }

    @Override
    long sizeOf(Object owner) {
      return Long.BYTES;
    }

    @Override
    long put(Object owner, MemorySegment target, long offset, long bitmap) {
      try {
        target.set(CodecInput.LONG, offset, (long) getter().invokeExact(owner));
      } catch (Throwable e) {
        throw asUnchecked(e);
      }
      return offset + Long.BYTES;
    }

    @Override
    MethodHandle taker() throws ReflectiveOperationException {
      return primitiveTaker("takeLong", long.class);
    }
  }

  static final class OfInt extends RecordCodecField {
    OfInt(String name, MethodHandle getter) {
      super(name, getter, int.class);
    }

    @Override
    long sizeOf(Object owner) {
      return Integer.BYTES;
    }

    @Override
    long put(Object owner, MemorySegment target, long offset, long bitmap) {
      try {
        target.set(CodecInput.INT, offset, (int) getter().invokeExact(owner));
      } catch (Throwable e) {
        throw asUnchecked(e);
      }
      return offset + Integer.BYTES;
    }

    @Override
    MethodHandle taker() throws ReflectiveOperationException {
      return primitiveTaker("takeInt", int.class);
    }
  }

  static final class OfDouble extends RecordCodecField {
    OfDouble(String name, MethodHandle getter) {
      super(name, getter, double.class);
    }

    @Override
    long sizeOf(Object owner) {
      return Double.BYTES;
    }

    @Override
    long put(Object owner, MemorySegment target, long offset, long bitmap) {
      try {
        return DoubleCodec.put((double) getter().invokeExact(owner), target, offset);
      } catch (Throwable e) {
        throw asUnchecked(e);
      }
    }

    @Override
    MethodHandle taker() throws ReflectiveOperationException {
      return primitiveTaker("takeDouble", double.class);
    }
  }

  static final class OfBoolean extends RecordCodecField {
    OfBoolean(String name, MethodHandle getter) {
      super(name, getter, boolean.class);
    }

    @Override
    long sizeOf(Object owner) {
      return 1;
    }

    @Override
    long put(Object owner, MemorySegment target, long offset, long bitmap) {
      try {
        return BooleanCodec.put((boolean) getter().invokeExact(owner), target, offset);
      } catch (Throwable e) {
        throw asUnchecked(e);
      }
    }

    @Override
    MethodHandle taker() throws ReflectiveOperationException {
      return primitiveTaker("takeBoolean", boolean.class);
    }
  }

  /** A component that may be null. */
  static final class OfObject extends RecordCodecField {
    private final ItemCodec<Object> codec;
    private final int bit;
    private final Class<?> type;

    @SuppressWarnings("unchecked")
    OfObject(String name, MethodHandle getter, ItemCodec<?> codec, int bit) {
      super(name, getter, Object.class);
      // The codec was chosen by the accessor's type, so it takes what the accessor gives.
      this.codec = (ItemCodec<Object>) codec;
      this.bit = bit;
      this.type = getter.type().returnType();
    }

    @Override
    long sizeOf(Object owner) {
      Object value = get(owner);
      return value == null ? 0 : codec.sizeOf(value);
    }

    @Override
    long put(Object owner, MemorySegment target, long offset, long bitmap) {
      Object value = get(owner);
      if (value == null) {
        return offset;
      }
      RecordCodecLayout.setBit(target, bitmap, bit);
      return codec.put(value, target, offset);
    }

    @Override
    MethodHandle taker() throws ReflectiveOperationException {
      MethodHandle take =
          MethodHandles.lookup()
              .bind(
                  this, "take", MethodType.methodType(Object.class, CodecInput.class, long.class));
      return take.asType(take.type().changeReturnType(type));
    }

    /** Called through the handle that {@link #taker} makes. */
    @Nullable Object take(CodecInput input, long bitmap) {
      return RecordCodecLayout.isSet(input, bitmap, bit) ? codec.take(input) : null;
    }

    private @Nullable Object get(Object owner) {
      try {
        return (@Nullable Object) getter().invokeExact(owner);
      } catch (Throwable e) {
        throw asUnchecked(e);
      }
    }
  }
}
