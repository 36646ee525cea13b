package io.vitrine.collections;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a record class is made of, with handles that are resolved once for each class. Immutable,
 * safe for any number of threads.
 *
 * <p>Besides its components the class's own public methods without arguments can be read like
 * fields: what may be called by name is only what the record's author declared in it.
 */
final class RecordShape {
  /** Methods without arguments that are no fields. */
  private static final Set<String> NO_FIELDS = Set.of("toString", "hashCode");

  private static final ClassValue<RecordShape> SHAPES =
      new ClassValue<>() {
        @Override
        protected RecordShape computeValue(Class<?> type) {
          return new RecordShape(type);
        }
      };

  private final Class<?> type;
  private final MethodHandle constructor;
  private final List<Component> components;
  private final Map<String, MethodHandle> readable;
  private final boolean bare;

  /** One component: its name in the data model, its type and its accessor. */
  record Component(String name, Class<?> type, Type generic, MethodHandle getter) {}

  private RecordShape(Class<?> type) {
    if (!type.isRecord()) {
      throw new IllegalArgumentException(type.getName() + " is no record");
    }
    this.type = type;
    this.bare = type.isAnnotationPresent(BareContent.class);
    try {
      var lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
      var own = new ArrayList<Component>();
      var named = new LinkedHashMap<String, MethodHandle>();
      for (RecordComponent part : type.getRecordComponents()) {
        var renamed = part.getAnnotation(FieldName.class);
        String name = renamed == null ? part.getName() : renamed.value();
        MethodHandle getter = asField(lookup, part.getAccessor());
        own.add(new Component(name, part.getType(), part.getGenericType(), getter));
        named.put(name, getter);
      }
      for (Method method : type.getDeclaredMethods()) {
        if (isDerivedField(method)) {
          named.putIfAbsent(method.getName(), asField(lookup, method));
        }
      }
      this.components = List.copyOf(own);
      this.readable = named;
      Class<?>[] types = own.stream().map(Component::type).toArray(Class<?>[]::new);
      this.constructor =
          lookup
              .findConstructor(type, methodType(void.class, types))
              .asSpreader(Object[].class, types.length)
              .asType(methodType(Object.class, Object[].class));
    } catch (IllegalAccessException | NoSuchMethodException e) {
      throw new IllegalArgumentException(
          "record "
              + type.getName()
              + " is not accessible; open its package to io.vitrine.collections, io.vitrine.store"
              + " and, where there is one, io.vitrine.remote",
          e);
    }
  }

  private static boolean isDerivedField(Method method) {
    return method.getParameterCount() == 0
        && method.getReturnType() != void.class
        && Modifier.isPublic(method.getModifiers())
        && !Modifier.isStatic(method.getModifiers())
        && !method.isSynthetic()
        && !NO_FIELDS.contains(method.getName());
  }

  private static MethodHandle asField(MethodHandles.Lookup lookup, Method method)
      throws IllegalAccessException {
    return lookup.unreflect(method).asType(methodType(Object.class, Object.class));
  }

  /** The shape of a record class, resolved at the first call for it. */
  static RecordShape of(Class<?> type) {
    return SHAPES.get(type);
  }

  Class<?> type() {
    return type;
  }

  List<Component> components() {
    return components;
  }

  /** Whether the only component stands without its name. */
  boolean bare() {
    return bare;
  }

  /** Names of everything that {@link #read} knows. */
  Set<String> fields() {
    return readable.keySet();
  }

  /** Reads a component or a derived field; null where it is null. */
  @Nullable Object read(Object instance, String field) {
    MethodHandle getter = readable.get(field);
    if (getter == null) {
      throw new IllegalArgumentException(
          type.getSimpleName() + " has no field " + field + ", its fields are " + fields());
    }
    return call(getter, instance);
  }

  /** Reads a component. */
  @Nullable Object read(Object instance, Component component) {
    return call(component.getter(), instance);
  }

  private static @Nullable Object call(MethodHandle getter, Object instance) {
    try {
      return (Object) getter.invokeExact(instance);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** Makes an instance of values that fit the components. */
  Object create(@Nullable Object[] values) {
    try {
      return (Object) constructor.invokeExact(values);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }

  /** A copy with another value of one component, which must fit it. */
  Object with(Object instance, int index, @Nullable Object value) {
    @Nullable Object[] values = new @Nullable Object[components.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = i == index ? value : read(instance, components.get(i));
    }
    return create(values);
  }

  /** Position of a component by its name. */
  int indexOf(String field) {
    for (int i = 0; i < components.size(); i++) {
      if (components.get(i).name().equals(field)) {
        return i;
      }
    }
    throw new IllegalArgumentException(
        type.getSimpleName()
            + " has no component "
            + field
            + ", its components are "
            + components.stream().map(Component::name).toList());
  }
}
