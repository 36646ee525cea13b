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

  RecordCodecField(String name) {
    this.name = name;
  }

  /** Creates the field for a component that an accessor gives and a codec writes. */
  static RecordCodecField of(String name, MethodHandle getter, ItemCodec<?> codec, int bit)
      throws ReflectiveOperationException {
    Class<?> type = getter.type().returnType();
    return type.isPrimitive()
        ? new OfPrimitive(name, getter, type)
        : new OfObject(name, getter, ElementsCodec.untyped(codec), bit, type);
  }

  final String name() {
    return name;
  }

  abstract long sizeOf(Object owner);

  abstract long put(Object owner, MemorySegment target, long offset, long bitmap);

  /** Reads the component: (CodecInput, long bitmap) to the component's type. */
  abstract MethodHandle taker() throws ReflectiveOperationException;

  /** The same for keys, see {@link Codec#forKeys}. */
  RecordCodecField forKeys() {
    return this;
  }

  /** What a codec threw while it read a component; it is no failure of the record's own. */
  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String field;
    private final RuntimeException thrown;

    Failure(String field, RuntimeException thrown) {
      super(null, thrown, false, false);
      this.field = field;
      this.thrown = thrown;
    }

    String field() {
      return field;
    }

    RuntimeException thrown() {
      return thrown;
    }
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

  static final class OfPrimitive extends RecordCodecField {
    private final Class<?> type;
    private final int size;
    private final MethodHandle putter;

    OfPrimitive(String name, MethodHandle getter, Class<?> type)
        throws ReflectiveOperationException {
      super(name);
      this.type = type;
      this.size = RecordCodecPrimitives.sizeOf(type);
      this.putter = RecordCodecPrimitives.putter(getter);
    }

    @Override
    long sizeOf(Object owner) {
      return size;
    }

    @Override
    long put(Object owner, MemorySegment target, long offset, long bitmap) {
      try {
        putter.invokeExact(owner, target, offset);
      } catch (Throwable e) {
        throw asUnchecked(e);
      }
      return offset + size;
    }

    @Override
    MethodHandle taker() throws ReflectiveOperationException {
      return RecordCodecPrimitives.taker(type);
    }
  }

  /** A component that may be null. */
  static final class OfObject extends RecordCodecField {
    private final MethodHandle getter;
    private final ItemCodec<Object> codec;
    private final int bit;
    private final Class<?> type;

    /** The codec was chosen by the accessor's type, so it takes what the accessor gives. */
    OfObject(String name, MethodHandle getter, ItemCodec<Object> codec, int bit, Class<?> type) {
      super(name);
      this.getter = getter.asType(MethodType.methodType(Object.class, Object.class));
      this.codec = codec;
      this.bit = bit;
      this.type = type;
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
      CodecBitmap.set(target, bitmap, bit);
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

    @Override
    RecordCodecField forKeys() {
      ItemCodec<Object> ordered = codec.forKeys();
      return ordered.equals(codec) ? this : new OfObject(name(), getter, ordered, bit, type);
    }

    /** Called through the handle that {@link #taker} makes. */
    @Nullable Object take(CodecInput input, long bitmap) {
      try {
        return CodecBitmap.isSet(input, bitmap, bit) ? codec.take(input) : null;
      } catch (CorruptStoreException e) {
        throw e;
      } catch (RuntimeException e) {
        throw new Failure(name(), e);
      }
    }

    private @Nullable Object get(Object owner) {
      try {
        return (@Nullable Object) getter.invokeExact(owner);
      } catch (Throwable e) {
        throw asUnchecked(e);
      }
    }
  }
}
