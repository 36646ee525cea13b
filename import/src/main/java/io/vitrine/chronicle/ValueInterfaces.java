package io.vitrine.chronicle;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.openhft.chronicle.values.Array;
import org.jspecify.annotations.Nullable;

/**
 * Value interfaces of Chronicle, as {@code LongValue}: a getter and a setter a field. One whose
 * only field is named {@code value} is that value, any other a record of its fields in the order of
 * their names. Stateless.
 */
final class ValueInterfaces {
  private static final String ONLY = "value";
  private static final String ELEMENT = "At";

  /** A field: its name, how it is read, and how many elements it has if it is an array. */
  private record Part(String name, Method getter, int length, Shape shape) {
    String type() {
      return length < 0
          ? shape.type() + (isPrimitive() ? "" : "?")
          : "list<" + shape.type() + "?>?";
    }

    private boolean isPrimitive() {
      return getter.getReturnType().isPrimitive();
    }

    @Nullable Object read(Object owner) {
      if (length < 0) {
        return convert(call(owner));
      }
      var list = new ArrayList<@Nullable Object>(length);
      for (int i = 0; i < length; i++) {
        list.add(convert(call(owner, i)));
      }
      return list;
    }

    private @Nullable Object convert(@Nullable Object value) {
      return value == null ? null : shape.convert().apply(value);
    }

    private @Nullable Object call(Object owner, Object... arguments) {
      try {
        return getter.invoke(owner, arguments);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new ImportException("cannot call " + getter + ": " + e, e);
      }
    }
  }

  private ValueInterfaces() {}

  static Shape shape(Class<?> type, Shapes shapes) {
    List<Part> parts = parts(type, shapes);
    if (parts.isEmpty()) {
      throw new ImportException(type.getName() + " has no field with a getter and a setter");
    }
    if (parts.size() == 1 && parts.getFirst().name.equals(ONLY) && parts.getFirst().length < 0) {
      Part only = parts.getFirst();
      return new Shape(only.shape.type(), value -> required(only, value));
    }
    String fields =
        parts.stream().map(part -> part.name + ":" + part.type()).collect(Collectors.joining(","));
    return new Shape(Shapes.simpleName(type) + "{" + fields + "}", value -> record(parts, value));
  }

  private static Object required(Part part, Object owner) {
    Object value = part.read(owner);
    if (value == null) {
      throw new ImportException(part.getter + " gives null, which no value of a store can be");
    }
    return value;
  }

  private static Map<String, @Nullable Object> record(List<Part> parts, Object owner) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    parts.forEach(part -> fields.put(part.name, part.read(owner)));
    return fields;
  }

  private static List<Part> parts(Class<?> type, Shapes shapes) {
    Map<String, Part> parts = new TreeMap<>();
    List<Method> methods =
        Stream.of(type.getMethods()).sorted(Comparator.comparing(Method::getName)).toList();
    for (Method getter : methods) {
      String name = fieldName(getter);
      boolean array = getter.getParameterCount() == 1;
      if (name != null && hasSetter(methods, getter, name, array)) {
        int length = array ? length(methods, getter) : -1;
        Shape shape = shapes.of(getter.getGenericReturnType());
        parts.putIfAbsent(name, new Part(name, accessible(getter), length, shape));
      }
    }
    return List.copyOf(parts.values());
  }

  private static Method accessible(Method getter) {
    var _ = getter.trySetAccessible();
    return getter;
  }

  /** The field that a method reads, or null. Volatile reads are of the same field. */
  private static @Nullable String fieldName(Method method) {
    boolean element =
        method.getParameterCount() == 1
            && method.getParameterTypes()[0] == int.class
            && method.getName().endsWith(ELEMENT);
    if (method.getReturnType() == void.class || (method.getParameterCount() > 0 && !element)) {
      return null;
    }
    String name = method.getName();
    String rest =
        name.startsWith("get") ? name.substring(3) : name.startsWith("is") ? name.substring(2) : "";
    if (element) {
      rest = rest.substring(0, Math.max(0, rest.length() - ELEMENT.length()));
    }
    return rest.isEmpty() || rest.startsWith("Volatile")
        ? null
        : Character.toLowerCase(rest.charAt(0)) + rest.substring(1);
  }

  private static boolean hasSetter(
      List<Method> methods, Method getter, String name, boolean array) {
    return methods.stream()
        .anyMatch(setter ->
            setter.getName().equalsIgnoreCase("set" + name + (array ? ELEMENT : ""))
                && setter.getParameterCount() == (array ? 2 : 1)
                && setter.getParameterTypes()[array ? 1 : 0] == getter.getReturnType());
  }

  /** The annotation may stand at any method of the field. */
  private static int length(List<Method> methods, Method getter) {
    String suffix = getter.getName().replaceFirst("^(get|is)", "");
    return methods.stream()
        .filter(method -> method.getName().endsWith(suffix))
        .map(method -> method.getAnnotation(Array.class))
        .filter(array -> array != null)
        .map(Array::length)
        .findAny()
        .orElseThrow(() -> new ImportException(getter + " has no @Array with its length"));
  }
}
