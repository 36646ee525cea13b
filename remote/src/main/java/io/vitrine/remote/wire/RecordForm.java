package io.vitrine.remote.wire;

import static java.lang.invoke.MethodType.methodType;

import io.vitrine.collections.TypeRegistry;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Records of one class straight to bytes and back, without the maps of the data model between: the
 * same bytes as {@link TypeRegistry#toModel} and a codec give. Immutable, safe for any number of
 * threads.
 *
 * <p>Reading expects the fields in the order in which they are written, and their names as bytes;
 * whatever is otherwise is left to the general readers, errors included.
 *
 * @param <T> the class
 */
public final class RecordForm<T extends Record> {
  /* How a component is written. The accessors have the types below, so that nothing is boxed. */
  private enum Kind {
    LONG(long.class),
    DOUBLE(double.class),
    BOOLEAN(boolean.class),
    STRING(String.class);

    private final Class<?> type;

    Kind(Class<?> type) {
      this.type = type;
    }

    static @Nullable Kind of(Class<?> type) {
      if (type == long.class || type == int.class || type == short.class || type == byte.class) {
        return LONG;
      }
      if (type == double.class) {
        return DOUBLE;
      }
      return type == boolean.class ? BOOLEAN : type == String.class ? STRING : null;
    }
  }

  private static final class Field {
    private final Kind kind;
    private final Class<?> type;
    private final MethodHandle getter;
    private final RecordKey cborKey;
    private final RecordKey textKey;

    Field(Kind kind, Class<?> type, MethodHandle getter, RecordKey cborKey, RecordKey textKey) {
      this.kind = kind;
      this.type = type;
      this.getter = getter;
      this.cborKey = cborKey;
      this.textKey = textKey;
    }
  }

  private static final RecordKey TEXT_END = new RecordKey(YamlWriter.ascii("}"));

  private final Class<T> type;
  private final TypeRegistry types;
  private final NameCache names = new NameCache();
  private final Field[] fields;
  private final MethodHandle constructor;
  private final RecordKey cborHead;

  private RecordForm(
      Class<T> type,
      TypeRegistry types,
      Field[] fields,
      MethodHandle constructor,
      RecordKey cborHead) {
    this.type = type;
    this.types = types;
    this.fields = fields;
    this.constructor = constructor;
    this.cborHead = cborHead;
  }

  /**
   * The form of a record class.
   *
   * @param type a registered class whose components are integers of up to 64 bits, doubles,
   *     booleans and strings
   * @param types what is registered
   * @param <T> the class
   * @return its form
   * @throws IllegalArgumentException if it is not registered, has other components, or components
   *     that are named otherwise on the wire
   */
  public static <T extends Record> RecordForm<T> of(Class<T> type, TypeRegistry types) {
    String name = types.nameOf(type);
    if (name == null) {
      throw new IllegalArgumentException(type.getName() + " is not registered; register it first");
    }
    RecordComponent[] parts = type.getRecordComponents();
    var fields = new Field[parts.length];
    try {
      var lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      var classes = new ArrayList<Class<?>>();
      for (int i = 0; i < parts.length; i++) {
        RecordComponent part = parts[i];
        Kind kind = Kind.of(part.getType());
        if (kind == null || part.getAnnotations().length > 0) {
          throw new IllegalArgumentException(
              type.getName()
                  + " has a component "
                  + part.getName()
                  + " of "
                  + part.getType().getName()
                  + ", expected integers, doubles, booleans and strings without annotations");
        }
        classes.add(part.getType());
        MethodHandle getter =
            lookup.unreflect(part.getAccessor()).asType(methodType(kind.type, Object.class));
        String before = i == 0 ? "!" + YamlWriter.write(name) + " {" : ", ";
        String key = before + YamlWriter.write(part.getName()) + ": ";
        fields[i] =
            new Field(
                kind,
                part.getType(),
                getter,
                new RecordKey(CborWriter.write(part.getName())),
                new RecordKey(YamlWriter.ascii(key)));
      }
      MethodHandle constructor =
          lookup
              .findConstructor(type, methodType(void.class, classes))
              .asSpreader(Object[].class, parts.length)
              .asType(methodType(Object.class, Object[].class));
      return new RecordForm<>(type, types, fields, constructor, cborHead(name, parts.length));
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new IllegalArgumentException(
          "record "
              + type.getName()
              + " is not accessible; open its package to io.vitrine.collections, io.vitrine.remote"
              + " and io.vitrine.store",
          e);
    }
  }

  private static RecordKey cborHead(String name, int size) {
    var out = new ByteSink(64);
    var writer = new CborWriter(out, 1);
    writer.head(CborLayout.TAG, CborLayout.TAG_TYPED);
    writer.head(CborLayout.LIST, 2);
    writer.string(name);
    writer.head(CborLayout.MAP, size);
    return new RecordKey(out.toBytes());
  }

  /**
   * Writes a record into an array.
   *
   * @param value the record
   * @param encoding text, one line without its end, or binary, one item
   * @param target where to, from its beginning
   * @return how many bytes it took
   * @throws WireException if the array is too short
   */
  public int encode(T value, WireEncoding encoding, byte[] target) {
    var out = new ByteSink(target);
    if (encoding == WireEncoding.CBOR) {
      cbor(value, out);
    } else {
      text(value, out);
    }
    if (!out.isIn(target)) {
      throw new WireException(
          ErrorCode.TOO_LARGE,
          "the record takes "
              + out.at
              + " bytes and some to spare, the array has "
              + target.length);
    }
    return out.at;
  }

  private void cbor(T value, ByteSink out) {
    var writer = new CborWriter(out, FrameLimits.DEFAULT.nestingMax());
    cborHead.append(out);
    try {
      for (Field field : fields) {
        field.cborKey.append(out);
        switch (field.kind) {
          case LONG -> writer.integer((long) field.getter.invokeExact((Object) value));
          case DOUBLE -> writer.number((double) field.getter.invokeExact((Object) value));
          case BOOLEAN -> writer.value((boolean) field.getter.invokeExact((Object) value));
          case STRING -> {
            String text = (String) field.getter.invokeExact((Object) value);
            if (text == null) {
              out.put(CborLayout.NULL);
            } else {
              writer.string(text);
            }
          }
        }
      }
    } catch (Throwable e) {
      throw thrown(e);
    }
  }

  private void text(T value, ByteSink out) {
    var writer = new YamlWriter(out, FrameLimits.DEFAULT.nestingMax());
    if (fields.length == 0) {
      writer.value(types.toModel(value));
      return;
    }
    try {
      for (Field field : fields) {
        field.textKey.append(out);
        switch (field.kind) {
          case LONG -> DecimalText.append((long) field.getter.invokeExact((Object) value), out);
          case DOUBLE -> DecimalText.append((double) field.getter.invokeExact((Object) value), out);
          case BOOLEAN -> writer.value((boolean) field.getter.invokeExact((Object) value));
          case STRING -> writer.value((String) field.getter.invokeExact((Object) value));
        }
      }
    } catch (Throwable e) {
      throw thrown(e);
    }
    out.put('}');
  }

  /** Accessors are the author's, who may throw what is unchecked. */
  private static RuntimeException thrown(Throwable e) {
    if (e instanceof Error error) {
      throw error;
    }
    return e instanceof RuntimeException failure ? failure : new IllegalStateException(e);
  }

  /**
   * Reads a record.
   *
   * @param encoding text, one line without its end, or binary, one item
   * @param item all its bytes
   * @return the record
   * @throws WireException if they are none
   * @throws IllegalArgumentException if they are one and no such record
   */
  public T decode(WireEncoding encoding, byte[] item) {
    @Nullable Object[] values =
        encoding == WireEncoding.CBOR ? valuesOfCbor(item) : valuesOfText(item);
    if (values != null) {
      try {
        return type.cast((Object) constructor.invokeExact(values));
      } catch (Throwable e) {
        throw thrown(e);
      }
    }
    Object model =
        encoding == WireEncoding.CBOR
            ? CborReader.read(item, FrameLimits.DEFAULT)
            : YamlReader.read(TextMessages.text(item));
    return Objects.requireNonNull(types.fromModel(model, type));
  }

  private @Nullable Object @Nullable [] valuesOfCbor(byte[] item) {
    if (!cborHead.isAt(item, 0)) {
      return null;
    }
    var reader = new CborReader(FrameLimits.DEFAULT.nestingMax(), names);
    reader.reset(item, cborHead.length(), item.length);
    @Nullable Object[] values = new @Nullable Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      Field field = fields[i];
      if (!reader.skip(field.cborKey)) {
        return null;
      }
      Object value = fit(field, reader.value());
      if (value == null) {
        return null;
      }
      values[i] = value;
    }
    return reader.offset() == item.length ? values : null;
  }

  private @Nullable Object @Nullable [] valuesOfText(byte[] item) {
    var reader = new CanonicalReader(FrameLimits.DEFAULT, names);
    reader.reset(item);
    @Nullable Object[] values = new @Nullable Object[fields.length];
    for (int i = 0; i < fields.length; i++) {
      Field field = fields[i];
      if (!reader.skip(field.textKey)) {
        return null;
      }
      Object value = fit(field, reader.scalar());
      if (value == null) {
        return null;
      }
      values[i] = value;
    }
    return fields.length > 0 && reader.skip(TEXT_END) && reader.isAtEnd() ? values : null;
  }

  /** The value as the constructor takes it; null if it is another one, or null. */
  private static @Nullable Object fit(Field field, @Nullable Object value) {
    return switch (field.kind) {
      case LONG -> value instanceof Long number ? integer(field.type, number) : null;
      case DOUBLE -> value instanceof Double ? value : null;
      case BOOLEAN -> value instanceof Boolean ? value : null;
      case STRING -> value instanceof String ? value : null;
    };
  }

  private static @Nullable Object integer(Class<?> type, Long number) {
    if (type == long.class) {
      return number;
    }
    long value = number;
    if (type == int.class) {
      return value == (int) value ? (Object) (int) value : null;
    }
    if (type == short.class) {
      return value == (short) value ? (Object) (short) value : null;
    }
    return value == (byte) value ? (Object) (byte) value : null;
  }
}
