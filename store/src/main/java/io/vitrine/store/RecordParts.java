package io.vitrine.store;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The components of a record class whose own {@code equals} may tell records apart that have the
 * same content. All is decided at the first look at a class. Immutable; any thread.
 */
final class RecordParts {
  /** Of classes whose own equals compares the content, and of those that cannot be reached. */
  private static final RecordParts NONE = new RecordParts(null);

  private static final ClassValue<RecordParts> PARTS =
      new ClassValue<>() {
        @Override
        protected RecordParts computeValue(Class<?> type) {
          return mayHold(type, new HashSet<>()) ? new RecordParts(getters(type)) : NONE;
        }
      };

  private final MethodHandle @Nullable [] getters;

  private RecordParts(MethodHandle @Nullable [] getters) {
    this.getters = getters;
  }

  /** The values of the components, or null where the record stands for itself. */
  static @Nullable List<@Nullable Object> of(Record instance) {
    MethodHandle[] getters = PARTS.get(instance.getClass()).getters;
    if (getters == null) {
      return null;
    }
    var values = new ArrayList<@Nullable Object>(getters.length);
    for (MethodHandle getter : getters) {
      values.add(value(getter, instance));
    }
    return values;
  }

  /** Whether records of a class are to be taken apart. */
  static boolean has(Class<?> type) {
    return PARTS.get(type).getters != null;
  }

  private static @Nullable Object value(MethodHandle getter, Record instance) {
    try {
      return (@Nullable Object) getter.invokeExact(instance);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("accessor of a record failed: " + e, e);
    }
  }

  private static MethodHandle @Nullable [] getters(Class<?> type) {
    try {
      var lookup = RecordCodecBuilder.lookupIn(type);
      RecordComponent[] components = type.getRecordComponents();
      var getters = new MethodHandle[components.length];
      for (int i = 0; i < getters.length; i++) {
        getters[i] =
            lookup
                .unreflect(components[i].getAccessor())
                .asType(methodType(Object.class, Record.class));
      }
      return getters;
    } catch (IllegalAccessException _) {
      return null; // no codec of ours has read it either
    }
  }

  /**
   * Whether values of a type may be arrays or hold any. What is neither a record nor a collection
   * says itself what it is equal to.
   *
   * @param seen record classes that are being looked at: one within itself adds nothing
   */
  private static boolean mayHold(Class<?> type, Set<Class<?>> seen) {
    if (type.isRecord()) {
      if (seen.add(type)) {
        for (RecordComponent component : type.getRecordComponents()) {
          if (mayHold(component.getType(), seen)) {
            return true;
          }
        }
      }
      return false;
    }
    return type.isArray()
        || type.isInterface()
        || type == Object.class
        || type == Record.class
        || Collection.class.isAssignableFrom(type)
        || Map.class.isAssignableFrom(type);
  }
}
