package io.vitrine.store;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Derives a {@link RecordCodec} from the components of a record class. For one thread. */
final class RecordCodecBuilder {
  /** The JVM allows 255 argument slots, some of which the handles need for themselves. */
  private static final int SLOTS_MAX = 240;

  /** Classes whose codecs are being built: one within itself would have no end. */
  private final Set<Class<?>> open = new LinkedHashSet<>();

  /** Codecs of the user by the class that they are for. */
  private final Map<Class<?>, Codec<?>> own;

  RecordCodecBuilder(Map<Class<?>, Codec<?>> own) {
    this.own = own;
  }

  /**
   * The user's codec for a type, whatever parameters it has, or null. Lists, sets and maps with
   * parameters have codecs already, which they keep: records that were written have them.
   */
  @Nullable ItemCodec<?> own(Type type) {
    Type raw =
        type instanceof ParameterizedType generic && !ClassCodecs.isHolder(generic.getRawType())
            ? generic.getRawType()
            : type;
    Codec<?> codec = raw instanceof Class<?> found ? own.get(found) : null;
    return codec == null ? null : OwnCodec.of(codec);
  }

  /**
   * Builds the codec.
   *
   * @throws IllegalArgumentException if the class or a component cannot be written, with the reason
   */
  <R> RecordCodec<R> build(String name, Class<R> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(type.getName() + " is no record class");
    }
    if (!open.add(type) || open.size() > CodecType.DEPTH_MAX) {
      throw new IllegalArgumentException(
          type.getName()
              + " contains itself, through "
              + open
              + "; use a component of type List without parameter, Object, or a codec of your own");
    }
    try {
      RecordCodec<R> codec = build(name, type, lookupIn(type));
      open.remove(type);
      return codec;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(noAccess(type), e);
    }
  }

  private <R> RecordCodec<R> build(String name, Class<R> type, MethodHandles.Lookup lookup)
      throws ReflectiveOperationException {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    requireSlots(type, types);
    var parts = new ArrayList<CodecType.Field>();
    var codecs = new ArrayList<ItemCodec<?>>();
    var fields = new ArrayList<RecordCodecField>();
    int bit = 0;
    for (RecordComponent component : components) {
      ItemCodec<?> codec = codec(type, component).delimited();
      boolean nullable = !component.getType().isPrimitive();
      parts.add(new CodecType.Field(component.getName(), codec.type(), nullable));
      codecs.add(codec);
      MethodHandle getter = lookup.unreflect(component.getAccessor());
      fields.add(RecordCodecField.of(component.getName(), getter, codec, bit));
      bit += nullable ? 1 : 0;
    }
    MethodHandle constructor =
        lookup.findConstructor(type, MethodType.methodType(void.class, types));
    return new RecordCodec<>(
        type,
        new CodecType.OfRecord(name, parts),
        fields,
        RecordCodecLayout.of(parts, codecs),
        reader(constructor, fields));
  }

  private ItemCodec<?> codec(Class<?> owner, RecordComponent component) {
    try {
      return ClassCodecs.of(component.getGenericType(), this);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "component " + owner.getSimpleName() + "." + component.getName() + ": " + e.getMessage(),
          e);
    }
  }

  /**
   * Folds the reading of every component into the constructor. Each step puts the reading of one
   * argument before what is already there, from the last to the first; so they run in order.
   */
  private static MethodHandle reader(MethodHandle constructor, List<RecordCodecField> fields)
      throws ReflectiveOperationException {
    int count = fields.size();
    MethodHandle reader =
        MethodHandles.dropArguments(constructor, count, CodecInput.class, long.class);
    for (int i = count - 1; i >= 0; i--) {
      reader = MethodHandles.collectArguments(reader, i, fields.get(i).taker());
      // Now (…, input, bitmap, input, bitmap): one pair serves both.
      MethodType merged = reader.type().dropParameterTypes(i + 2, i + 4);
      int[] order = new int[i + 4];
      for (int k = 0; k < order.length; k++) {
        order[k] = k < i + 2 ? k : k - 2;
      }
      reader = MethodHandles.permuteArguments(reader, merged, order);
    }
    return reader.asType(MethodType.methodType(Object.class, CodecInput.class, long.class));
  }

  /** A lookup that reaches the accessors of a record class, if any of ours does. */
  static MethodHandles.Lookup lookupIn(Class<?> type) {
    try {
      return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
    } catch (IllegalAccessException e) {
      // A public record in an exported package needs no more than this one.
      return MethodHandles.publicLookup();
    }
  }

  private static String noAccess(Class<?> type) {
    return ("record %s cannot be reached: open its package %s to %s, or make the record public in"
            + " an exported package")
        .formatted(
            type.getName(),
            type.getPackageName(),
            RecordCodecBuilder.class.getModule().isNamed()
                ? RecordCodecBuilder.class.getModule().getName()
                : "the class path");
  }

  private static void requireSlots(Class<?> type, Class<?>[] components) {
    int slots = 0;
    for (Class<?> component : components) {
      slots += component == long.class || component == double.class ? 2 : 1;
    }
    if (slots > SLOTS_MAX) {
      throw new IllegalArgumentException(
          "record %s has %d argument slots (long and double take two), expected at most %d"
              .formatted(type.getName(), slots, SLOTS_MAX));
    }
  }
}
