package io.vitrine.chronicle;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.openhft.chronicle.values.Values;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how the values of a class look in a store: scalars and lists as what they are, any
 * other class as a record of its fields. For one thread.
 *
 * <p>A class within itself, an interface and Object are of type {@code any}: there a value carries
 * the name of its class.
 */
final class Shapes {
  private final Map<Class<?>, Shape> known = new HashMap<>();

  /** Classes being looked at: one within itself would have no end. */
  private final Set<Class<?>> open = new LinkedHashSet<>();

  Shapes() {}

  /**
   * The shape of a class or of the type of a field.
   *
   * @throws ImportException if its values cannot be in a store
   */
  Shape of(Type type) {
    return switch (type) {
      case Class<?> raw -> ofClass(raw);
      case ParameterizedType generic -> ofGeneric(generic);
      case WildcardType wildcard -> of(wildcard.getUpperBounds()[0]);
      case TypeVariable<?> variable -> of(variable.getBounds()[0]);
      case GenericArrayType array -> ofArray(array.getGenericComponentType());
      default -> AnyValues.SHAPE;
    };
  }

  private Shape ofClass(Class<?> type) {
    Shape scalar = ScalarShapes.of(type);
    if (scalar != null) {
      return scalar;
    }
    if (type.isArray()) {
      return ofArray(type.getComponentType());
    }
    if (Collection.class.isAssignableFrom(type)) {
      return Set.class.isAssignableFrom(type)
          ? Holders.set(AnyValues.SHAPE)
          : AnyValues.shape("list");
    }
    if (Map.class.isAssignableFrom(type)) {
      return AnyValues.shape("map");
    }
    if (type.isEnum()) {
      return ofEnum(type);
    }
    Shape before = known.get(type);
    if (before != null) {
      return before;
    }
    Shape found = open.contains(type) ? AnyValues.SHAPE : ofObject(type);
    known.put(type, found);
    return found;
  }

  private Shape ofObject(Class<?> type) {
    open.add(type);
    try {
      if (isValueInterface(type)) {
        return ValueInterfaces.shape(type, this);
      }
      if (type.isInterface() || type == Object.class || Modifier.isAbstract(type.getModifiers())) {
        return AnyValues.SHAPE;
      }
      return new RecordShape(type, this).shape();
    } finally {
      open.remove(type);
    }
  }

  private static boolean isValueInterface(Class<?> type) {
    return type.isInterface() && Values.isValueInterfaceOrImplClass(type);
  }

  private static Shape ofEnum(Class<?> type) {
    String constants =
        Stream.of(type.getEnumConstants())
            .map(constant -> ((Enum<?>) constant).name())
            .collect(Collectors.joining(","));
    return new Shape(simpleName(type) + "(" + constants + ")", value -> ((Enum<?>) value).name());
  }

  private Shape ofArray(Type component) {
    if (component == byte.class) {
      return Shape.of("bytes");
    }
    boolean primitive = component instanceof Class<?> raw && raw.isPrimitive();
    return Holders.array(of(component), !primitive);
  }

  private Shape ofGeneric(ParameterizedType type) {
    Class<?> raw = (Class<?>) type.getRawType();
    Type[] parts = type.getActualTypeArguments();
    if (Set.class.isAssignableFrom(raw) && parts.length == 1) {
      return Holders.set(of(parts[0]));
    }
    if (Collection.class.isAssignableFrom(raw) && parts.length == 1) {
      return Holders.list(of(parts[0]));
    }
    if (Map.class.isAssignableFrom(raw) && parts.length == 2) {
      return Holders.map(of(parts[0]), of(parts[1]));
    }
    return ofClass(raw);
  }

  static String simpleName(Class<?> type) {
    String name = type.getSimpleName();
    return name.isEmpty() ? type.getName().replaceAll(".*[.$]", "Class") : name;
  }

  static String describe(@Nullable Object value) {
    String text = value instanceof byte[] bytes ? Arrays.toString(bytes) : String.valueOf(value);
    String line = text.replaceAll("\\s+", " ").strip();
    return line.length() > 80 ? line.substring(0, 80) + "…" : line;
  }
}
