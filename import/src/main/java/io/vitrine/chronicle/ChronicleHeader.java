package io.vitrine.chronicle;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a file of Chronicle Map says of itself before any of its classes is loaded. Immutable.
 *
 * <pre>
 * offset size field
 *      0    8 hash of what follows
 *      8    4 size of the text (bits 0 to 29), not ready (30), meta data (31)
 *     12      text in YAML: !net.openhft.chronicle.map.VanillaChronicleMap { keyClass: !type … }
 * </pre>
 *
 * @param file the file
 * @param keyClass class of the keys, as the file names it
 * @param valueClass class of the values, as the file names it
 * @param classes every class that the file names
 */
record ChronicleHeader(Path file, String keyClass, String valueClass, Set<String> classes) {
  private static final int SIZE = 8;
  private static final int TEXT = 12;
  private static final int SIZE_MASK = (1 << 30) - 1;
  private static final int NOT_READY = 1 << 30;
  private static final int TEXT_MAX = 1 << 20;

  private static final String ROOT = "!net.openhft.chronicle.";

  /** Names by which Chronicle's files call classes of the JDK. */
  private static final Map<Class<?>, List<String>> ALIASES =
      Map.ofEntries(
          Map.entry(Long.class, List.of("long", "int64")),
          Map.entry(Integer.class, List.of("int", "int32")),
          Map.entry(Short.class, List.of("short", "int16")),
          Map.entry(Byte.class, List.of("byte", "int8")),
          Map.entry(Double.class, List.of("double", "Float64", "float64")),
          Map.entry(Float.class, List.of("float", "Float32", "float32")),
          Map.entry(Boolean.class, List.of("boolean")),
          Map.entry(Character.class, List.of("char", "Char")),
          Map.entry(LocalDate.class, List.of("Date")),
          Map.entry(LocalDateTime.class, List.of("DateTime")),
          Map.entry(LocalTime.class, List.of("Time")),
          Map.entry(List.class, List.of("!seq")),
          Map.entry(Set.class, List.of("!set")),
          Map.entry(Map.class, List.of("!map")),
          Map.entry(BitSet.class, List.of("!bitset")));

  private static final Pattern TAG = Pattern.compile("!(?:type )?([\\w.$\\[\\]]+)");

  /**
   * Reads the header.
   *
   * @throws ImportException if it is none, with what was found
   */
  static ChronicleHeader read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new ImportException(
          Files.exists(file)
              ? file + ": is no plain file; give a file that Chronicle Map made"
              : "there is no file " + file);
    }
    String text = text(file);
    return new ChronicleHeader(
        file, field(file, text, "keyClass"), field(file, text, "valueClass"), classes(text));
  }

  private static String text(Path file) {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      ByteBuffer start = read(channel, TEXT);
      int word = start.remaining() < TEXT ? 0 : start.getInt(SIZE);
      int size = word & SIZE_MASK;
      if ((word & NOT_READY) != 0) {
        throw new ImportException(
            file + ": was never finished; the process that made it died or is still at it");
      }
      if (size == 0 || size > TEXT_MAX || size > channel.size() - TEXT) {
        throw none(file, "offset 8 has a header of %d bytes".formatted(size));
      }
      String text = StandardCharsets.UTF_8.decode(read(channel, size)).toString();
      if (!text.startsWith(ROOT)) {
        throw none(file, "the header begins otherwise than with " + ROOT);
      }
      return text;
    } catch (IOException e) {
      throw new ImportException(file + ": cannot read: " + e.getMessage(), e);
    }
  }

  private static ByteBuffer read(SeekableByteChannel channel, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      // Until it is full or the file ends.
    }
    return buffer.flip();
  }

  private static String field(Path file, String text, String name) {
    Matcher found = Pattern.compile("\\b" + name + ": !type ([^\\s,}]+)").matcher(text);
    if (!found.find()) {
      throw none(file, "the header has no " + name);
    }
    return found.group(1);
  }

  private static Set<String> classes(String text) {
    var classes = new LinkedHashSet<String>();
    Matcher tags = TAG.matcher(text);
    while (tags.find()) {
      classes.add(tags.group(1));
    }
    return classes;
  }

  private static ImportException none(Path file, String found) {
    return new ImportException(
        file
            + ": is no file of Chronicle Map: "
            + found
            + "; give a file that ChronicleMapBuilder.createPersistedTo made, all of it");
  }

  /**
   * Compares with what the user says, and refuses classes that nobody named.
   *
   * @throws ImportException if they differ
   */
  void check(Class<?> keys, Class<?> values, UserClasses user) {
    requireSame("keys", "--key-class", keyClass, keys);
    requireSame("values", "--value-class", valueClass, values);
    for (String name : classes) {
      if (!isHarmless(name) && !isOf(name, keys) && !isOf(name, values) && !user.names(name)) {
        throw new ImportException(
            "%s: wants an object of class %s, which nobody named; add --class %s if it is yours"
                .formatted(file, name, name));
      }
    }
  }

  private void requireSame(String what, String option, String found, Class<?> given) {
    if (!isOf(found, given)) {
      throw new ImportException(
          "%s: has %s of class %s, %s is %s; give %s %s"
              .formatted(file, what, found, option, given.getTypeName(), option, found));
    }
  }

  private static boolean isOf(String name, Class<?> type) {
    boolean shortNamed =
        type.getName().startsWith("java.") || type.getName().startsWith("net.openhft.chronicle.");
    return name.equals(type.getName())
        || name.equals(type.getTypeName())
        || (shortNamed && name.equals(type.getSimpleName()))
        || ALIASES.getOrDefault(type, List.of()).contains(name);
  }

  /** Classes of Chronicle and of the JDK, the latter often by short names. */
  private static boolean isHarmless(String name) {
    return name.startsWith("net.openhft.chronicle.")
        || name.startsWith("java.lang.")
        || name.startsWith("java.util.")
        || name.startsWith("java.math.")
        || name.startsWith("java.time.")
        || name.indexOf('.') < 0;
  }
}
