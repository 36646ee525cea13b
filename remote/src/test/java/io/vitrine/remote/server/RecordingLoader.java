package io.vitrine.remote.server;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Loads everything on the class path anew and writes down the names of all classes that are asked
 * for, those of the JDK included. Safe for any number of threads.
 */
final class RecordingLoader extends URLClassLoader {
  private final Set<String> asked = ConcurrentHashMap.newKeySet();

  RecordingLoader() throws MalformedURLException {
    super(classPath(), ClassLoader.getPlatformClassLoader());
  }

  private static URL[] classPath() throws MalformedURLException {
    String[] entries = System.getProperty("java.class.path").split(File.pathSeparator, -1);
    var urls = new URL[entries.length];
    for (int i = 0; i < entries.length; i++) {
      urls[i] = Path.of(entries[i]).toUri().toURL();
    }
    return urls;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    asked.add(name);
    return super.loadClass(name, resolve);
  }

  /** All names that were asked for. */
  Set<String> asked() {
    return asked;
  }
}
