package io.vitrine.chronicle;

import java.io.ObjectInputFilter;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Lets Java's serialization, by which Chronicle Map writes classes that have nothing better, make
 * objects of named classes only. Safe for any number of threads; the JVM can have one.
 */
final class SerialGate {
  private static final String HARMLESS =
      "java.lang.*;java.util.*;java.math.*;java.time.*;java.net.URI;java.io.Serializable;";

  private static final AtomicReference<@Nullable ObjectInputFilter> ALLOWED =
      new AtomicReference<>();

  private SerialGate() {}

  /** From now on only these classes and harmless ones of the JDK. */
  static void allowOnly(Set<String> classes) {
    ObjectInputFilter before =
        ALLOWED.getAndSet(
            ObjectInputFilter.Config.createFilter(HARMLESS + String.join(";", classes) + ";!*"));
    if (before == null) {
      ObjectInputFilter.Config.setSerialFilter(SerialGate::check);
    }
  }

  private static ObjectInputFilter.Status check(ObjectInputFilter.FilterInfo info) {
    ObjectInputFilter allowed = ALLOWED.get();
    ObjectInputFilter.Status status =
        allowed == null ? ObjectInputFilter.Status.REJECTED : allowed.checkInput(info);
    if (status == ObjectInputFilter.Status.REJECTED) {
      String name = name(info.serialClass());
      throw new ImportException(
          "it wants an object of class %s, which nobody named; add --class %s if it is yours"
              .formatted(name, name));
    }
    return status;
  }

  private static String name(@Nullable Class<?> type) {
    Class<?> element = type;
    while (element != null && element.isArray()) {
      element = element.getComponentType();
    }
    return element == null ? "unknown" : element.getName();
  }
}
