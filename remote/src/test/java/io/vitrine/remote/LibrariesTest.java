package io.vitrine.remote;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.File;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What somebody gets who puts this module, and what it needs, on a module path. */
class LibrariesTest {
  private static List<Path> jars() {
    return List.of(System.getProperty("java.class.path").split(File.pathSeparator)).stream()
        .filter(path -> path.endsWith(".jar"))
        .map(Path::of)
        .toList();
  }

  @Test
  void everyLibraryIsAModuleOfItsOwn() {
    Map<String, Path> found = new HashMap<>();
    for (Path jar : jars()) {
      for (ModuleReference module : ModuleFinder.of(jar).findAll()) {
        String name = module.descriptor().name();
        Path other = found.put(name, jar);
        assertNull(other, () -> name + " is in " + jar + " and in " + other);
      }
    }
    assertFalse(found.isEmpty(), "no jar is on the class path, so nothing was looked at");
  }
}
