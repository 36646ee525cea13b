package io.vitrine.chronicle;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The classes that the user names, and where they are. For the main thread. */
final class UserClasses {
  private static final Map<String, Class<?>> SHORT =
      Map.ofEntries(
          Map.entry("byte[]", byte[].class),
          Map.entry("long", Long.class),
          Map.entry("int", Integer.class),
          Map.entry("short", Short.class),
          Map.entry("byte", Byte.class),
          Map.entry("double", Double.class),
          Map.entry("float", Float.class),
          Map.entry("boolean", Boolean.class),
          Map.entry("char", Character.class));
  private static final List<String> PACKAGES =
      List.of(
          "",
          "java.lang.",
          "java.util.",
          "java.math.",
          "java.time.",
          "net.openhft.chronicle.core.values.");

  private final List<String> named;

  /** Adds some places to the class path of this JVM. */
  UserClasses(List<Path> places, List<String> named) {
    this.named = List.copyOf(named);
    for (Path place : places) {
      if (!Files.exists(place)) {
        throw new ImportException("--classpath has %s, which is not there".formatted(place));
      }
    }
    // Chronicle compiles implementations of value interfaces, for which the compiler looks here.
    var all = new StringBuilder(System.getProperty("java.class.path"));
    for (Path place : places) {
      ClassPathAgent.add(place);
      all.append(File.pathSeparatorChar).append(place);
    }
    System.setProperty("java.class.path", all.toString());
  }

  /** What may be deserialized besides the keys and values, as {@code --class} says. */
  List<String> named() {
    return named;
  }

  boolean names(String className) {
    return named.contains(className);
  }

  /**
   * Loads a class by its name; those of the JDK and the values of Chronicle may go without package.
   *
   * @throws ImportException if there is none
   */
  Class<?> find(String option, String name) {
    Class<?> known = SHORT.get(name);
    if (known != null) {
      return known;
    }
    for (String prefix : PACKAGES) {
      try {
        return Class.forName(prefix + name, false, ClassLoader.getSystemClassLoader());
      } catch (ClassNotFoundException | LinkageError _) {
        // Perhaps with the next prefix.
      }
    }
    throw new ImportException(
        "%s is %s, a class that is not there; name it with its package and say where it is with"
                .formatted(option, name)
            + " --classpath");
  }
}
