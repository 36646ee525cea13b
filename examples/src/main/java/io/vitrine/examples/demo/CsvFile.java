package io.vitrine.examples.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** Reads the comma-separated files among the resources. Stateless, for any thread. */
final class CsvFile {
  private CsvFile() {}

  /** Makes an object of a line. */
  interface Row<T> {
    /**
     * Makes it.
     *
     * @param line number of the line, 1 for the first one after the header
     * @param fields its fields
     * @return the object
     */
    T of(int line, List<String> fields);
  }

  /**
   * Reads a file whose first line names the columns.
   *
   * @param name name of the resource; compressed where it ends in {@code .gz}
   * @param count how many lines to read at the most
   * @param row makes an object of a line
   * @return the objects, in the order of the file
   */
  static <T> List<T> read(String name, int count, Row<T> row) {
    var rows = new ArrayList<T>();
    try (InputStream resource = CsvFile.class.getResourceAsStream(name)) {
      if (resource == null) {
        throw new IllegalStateException("resource " + name + " is missing; build again");
      }
      var in = name.endsWith(".gz") ? new GZIPInputStream(resource, 1 << 16) : resource;
      var lines = new BufferedReader(new InputStreamReader(in, UTF_8));
      lines.readLine();
      for (String line = lines.readLine();
          line != null && rows.size() < count;
          line = lines.readLine()) {
        rows.add(row.of(rows.size() + 1, split(line)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the resource " + name, e);
    }
    return rows;
  }

  /** Splits a line; a field in quotes may hold commas, and quotes that are doubled. */
  static List<String> split(String line) {
    var fields = new ArrayList<String>(8);
    var field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      if (c == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
        field.append(c);
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
