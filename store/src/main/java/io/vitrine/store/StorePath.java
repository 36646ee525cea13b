package io.vitrine.store;

import java.nio.charset.StandardCharsets;
import java.util.List;

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

  /** Whether a file's name is that of a collection. */
  static boolean isCollection(String fileName) {
    return fileName.endsWith(SUFFIX);
  }
}
