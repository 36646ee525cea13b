package io.vitrine.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Paths of collections and the names of their files. Stateless; any thread. */
final class StorePath {
  /** Folders that hold collections. */
  static final List<String> FOLDERS = List.of("maps", "sets", "lists");

  private static final String SUFFIX = ".vtr";
  private static final String PLAIN = "_-.";
  private static final int NAME_BYTES_MAX = 200;

  private StorePath() {}

  /**
   * File of a collection.
   *
   * @throws IllegalArgumentException if the path is none
   */
  static String file(String path) {
    for (String folder : FOLDERS) {
      String start = "/" + folder + "/";
      if (path.startsWith(start) && path.length() > start.length()) {
        CodecUtf8.requirePairs("path " + path, path);
        String name = escape(path.substring(start.length()));
        if (name.length() > NAME_BYTES_MAX) {
          throw new IllegalArgumentException(
              "path "
                  + path
                  + " is too long: its file name would have "
                  + name.length()
                  + " bytes, at most "
                  + NAME_BYTES_MAX
                  + " are possible");
        }
        return folder + "/" + name + SUFFIX;
      }
    }
    throw new IllegalArgumentException(
        "path is " + path + ", expected /maps/NAME, /sets/NAME or /lists/NAME");
  }

  /** See {@link Stores#requireNames}. */
  static void requireNames(String path) {
    int names = path.indexOf('/', 1) + 1;
    for (String name : path.substring(names).split("/", -1)) {
      if (name.isEmpty() || name.equals(".") || name.equals("..")) {
        throw new IllegalArgumentException(
            "path \""
                + path
                + "\" has an empty name or one of dots; use "
                + path.substring(0, names)
                + "NAME");
      }
      name.codePoints().forEach(c -> requireCharacter(path, c));
    }
  }

  private static void requireCharacter(String path, int c) {
    if (c == '?' || c == '#' || c == '\\' || Character.isISOControl(c)) {
      throw new IllegalArgumentException(
          String.format("path \"%s\" holds the character U+%04X, which no name may have", path, c));
    }
  }

  /** Whether a file is that of the collection of a path, which may be none. */
  static boolean isFileOf(String file, String path) {
    try {
      return file(path).equals(file);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static String escape(String name) {
    var escaped = new StringBuilder();
    for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xFF);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || (PLAIN.indexOf(c) >= 0 && !escaped.isEmpty());
      if (plain) {
        escaped.append(c);
      } else {
        escaped.append(String.format("%%%02x", (int) c));
      }
    }
    return escaped.toString();
  }

  /** Path of the collection of a file by the file's name; null where that is none of a path. */
  static @Nullable String pathOf(String file) {
    var bytes = new ByteArrayOutputStream();
    String name = file.substring(0, file.length() - SUFFIX.length());
    try {
      for (int i = 0; i < name.length(); i++) {
        boolean escaped = name.charAt(i) == '%';
        bytes.write(escaped ? Integer.parseInt(name, i + 1, i + 3, 16) : name.charAt(i));
        i += escaped ? 2 : 0;
      }
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      return null;
    }
    String path = "/" + bytes.toString(StandardCharsets.UTF_8);
    return isFileOf(file, path) ? path : null;
  }

  /** Names of the files of all collections, with their folders. */
  static List<String> files(StoreFiles files) {
    var names = new ArrayList<String>();
    for (String folder : FOLDERS) {
      try {
        for (String name : files.list(folder)) {
          if (isCollection(name)) {
            names.add(folder + "/" + name);
          }
        }
      } catch (IOException e) {
        throw new StoreException(files.describe(folder) + ": cannot list: " + e.getMessage(), e);
      }
    }
    return names;
  }

  /** Whether a file's name is that of a collection. */
  static boolean isCollection(String fileName) {
    return fileName.endsWith(SUFFIX);
  }
}
