package io.vitrine.remote.lines;

import io.vitrine.collections.ListImport;
import io.vitrine.store.Codecs;
import io.vitrine.store.MapDroppedException;
import io.vitrine.store.MapInfo;
import io.vitrine.store.MapOptions;
import io.vitrine.store.RetentionException;
import io.vitrine.store.Snapshot;
import io.vitrine.store.Store;
import io.vitrine.store.StoreException;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes maps as lines of text and reads them back. Stateless; any thread.
 *
 * <p>A header line says what the map is made of, then comes a line for each entry, and a last line
 * that counts them, by which a file that was cut off is known. What is read back is equal bit for
 * bit; memory is needed for one entry at a time. An entry with a time to live has the moment when
 * it ends in its line, as it is when the line is written.
 */
public final class MapLines {
  static final String KEY = "key";
  static final String VALUE = "value";
  static final String EXPIRES = "expires";
  static final String END = "end";
  static final String ENTRIES = "entries";

  private static final String SETS = "/sets/";
  private static final String LISTS = "/lists/";

  /** What all values of a set are. */
  private static final String PRESENT = "Present{}";

  /** What lists are kept in. */
  private static final String NODE_KEY = "long";

  private static final String NODE = "bytes";

  private static final int PAGE = 256;

  private MapLines() {}

  /**
   * Writes the entries that a map has at one revision, while others may write to it.
   *
   * @param store the store
   * @param path path of the map
   * @param format how the lines are written
   * @param out takes them; is flushed, not closed
   * @return how many entries were written
   * @throws IllegalArgumentException if there is no such map
   * @throws StoreException if it took so long that changes it needs left the log
   * @throws UncheckedIOException if the lines cannot be written
   */
  public static long write(Store store, String path, LineFormat format, Writer out) {
    MapInfo info = store.describe(path);
    // Somebody may drop it meanwhile: to read a map must not make it anew.
    StoreMap<Object, Object> map = info == null ? null : store.mapIfThere(path, options(info));
    if (info == null || map == null) {
      throw new IllegalArgumentException(
          "there is no collection " + path + "; create it or list what is there");
    }
    Snapshot<Object, Object> snapshot = map.snapshot();
    var writer = new LineWriter(format, out);
    writer.line(LinesHeader.of(info, store.epoch(), snapshot.revision()).toModel());
    try {
      while (snapshot.next(
          (key, value, _) -> {
            long expiry = snapshot.expiryMillis();
            expiry = expiry < 0 ? map.expiryMillis(key) : expiry;
            if (expiry >= 0) { // else it is gone, perhaps because its time was over
              writer.entry(key, value, expiry);
            }
          },
          PAGE)) {
        // The snapshot does the work.
      }
    } catch (RetentionException e) {
      throw new StoreException(
          path
              + ": so much was changed meanwhile that the log no longer reaches back to the"
              + " beginning of the export; keep more of it or try again",
          e);
    } catch (MapDroppedException e) {
      throw new StoreException(
          path + ": was dropped while it was exported, after " + writer.entries + " entries", e);
    }
    writer.line(Map.of(END, Map.of(ENTRIES, writer.entries)));
    writer.flush();
    return writer.entries;
  }

  /** What nobody could say again is nothing that a file may choose. */
  private static void requireName(String path) {
    try {
      Stores.requireNames(path);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + "; give a path for it", e);
    }
  }

  private static MapOptions<Object, Object> options(MapInfo info) {
    return MapOptions.of(Codecs.plain(info.keyType()), Codecs.plain(info.valueType()))
        .withHash(info.strategy())
        .withSegments(info.segments());
  }

  /**
   * Sets the entries of a file in a map, which is created where there is none; entries with other
   * keys stay. A list has to be one that is not there.
   *
   * @param store the store
   * @param path path of the map, or null for the one that the file names
   * @param name name of the file, for messages
   * @param in the file in UTF-8, of either format; is not closed
   * @return what was read
   * @throws LinesException at the first line that is none, that names a path which no collection
   *     has while none is given, that the map or the disk does not take, or that takes more memory
   *     than there is; the entries before it are in the map
   * @throws UncheckedIOException if the file cannot be read
   */
  public static Imported read(Store store, @Nullable String path, String name, InputStream in) {
    var reader = new LineReader(name, in);
    try {
      Map<?, ?> first = reader.next();
      if (first == null) {
        throw new IllegalArgumentException("expected a header, found an empty file");
      }
      LinesHeader header = LinesHeader.fromModel(first);
      if (path == null) {
        requireName(header.path());
      }
      StoreMap<Object, Object> map = create(store, path == null ? header.path() : path, header);
      var setter = new EntrySetter(map);
      if (map.path().startsWith(LISTS)) {
        setNodes(store, map.path(), reader, setter);
      } else {
        setAll(reader, line -> setter.set(line, map::put));
      }
      return new Imported(map.path(), reader.entries - setter.expired, setter.expired);
    } catch (IllegalArgumentException
        | UnsupportedOperationException
        | StoreException
        | MapDroppedException e) {
      throw reader.failure(e);
    } catch (OutOfMemoryError e) {
      throw reader.tooLarge(e);
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": " + e.getMessage(), e);
    } catch (UncheckedIOException e) {
      IOException cause = Objects.requireNonNull(e.getCause(), "cause");
      throw new UncheckedIOException(name + ": " + cause.getMessage(), cause);
    }
  }

  /** Of a list there are all entries or none. */
  private static void setNodes(Store store, String path, LineReader reader, EntrySetter setter) {
    try {
      ListImport.run(store, path, nodes -> setAll(reader, line -> setter.setNode(line, nodes)));
    } catch (Throwable e) {
      reader.entries = 0;
      throw e;
    }
  }

  /** Hands on all entries, to the last line. */
  private static void setAll(LineReader reader, Consumer<Map<?, ?>> entries) {
    try {
      for (Map<?, ?> line = reader.next(); line != null; line = reader.next()) {
        if (line.containsKey(END)) {
          end(reader, line);
          return;
        }
        entries.accept(line);
        reader.entries++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    throw new IllegalArgumentException(
        "the file ends without its last line, which counts the entries; it was cut off");
  }

  private static StoreMap<Object, Object> create(Store store, String path, LinesHeader header) {
    requireKind(path, header);
    MapInfo info = store.describe(path);
    if (info != null) {
      requireSame(path, "keys", info.keyType(), header.key());
      requireSame(path, "values", info.valueType(), header.value());
      return store.map(path, options(info));
    }
    MapOptions<Object, Object> options =
        MapOptions.of(Codecs.plain(header.key()), Codecs.plain(header.value()))
            .withHash(header.strategy())
            .withSegments(header.segments());
    return store.map(path, options);
  }

  /** Lines of a map make no set or list, whose entries are of their own making. */
  private static void requireKind(String path, LinesHeader header) {
    boolean isSet = path.startsWith(SETS);
    boolean isList = path.startsWith(LISTS);
    boolean ofSet = header.path().startsWith(SETS);
    if (isList != header.path().startsWith(LISTS)
        || isSet != ofSet
        || isSet != header.value().equals(PRESENT)) {
      throw new IllegalArgumentException(
          "the file is of %s, with values of type %s, which cannot become %s; give a path of the"
                  .formatted(header.path(), header.value(), path)
              + " same kind");
    }
    if (isList && !(header.key().equals(NODE_KEY) && header.value().equals(NODE))) {
      throw new IllegalArgumentException(
          "the file is of the list %s with entries from %s to %s, expected %s and %s"
              .formatted(header.path(), header.key(), header.value(), NODE_KEY, NODE));
    }
  }

  private static void requireSame(String path, String what, String found, String expected) {
    if (!found.equals(expected)) {
      throw new IllegalArgumentException(
          "%s has %s of type %s, the file has %s".formatted(path, what, found, expected));
    }
  }

  private static void end(LineReader reader, Map<?, ?> line) throws IOException {
    Map<?, ?> end = line.get(END) instanceof Map<?, ?> fields ? fields : Map.of();
    if (line.size() != 1 || end.size() != 1 || !(end.get(ENTRIES) instanceof Long entries)) {
      throw new IllegalArgumentException(
          "expected a last line as {%s: {%s: %d}} and no other field, found %s"
              .formatted(END, ENTRIES, reader.entries, line));
    }
    if (reader.entries != entries) {
      throw new IllegalArgumentException(
          "expected %s entries before the last line, found %d: some lines are missing or too many"
              .formatted(entries, reader.entries));
    }
    if (reader.next() != null) {
      throw new IllegalArgumentException("expected the end of the file after its last line");
    }
  }

  /**
   * What an import did. Immutable.
   *
   * @param path path of the map
   * @param entries how many entries were set
   * @param expired how many were not, since their time to live was over
   */
  public record Imported(String path, long entries, long expired) {}

  /** Writes lines and counts the entries. */
  private static final class LineWriter {
    private final LineCodec codec;
    private final Writer out;
    private final StringBuilder line = new StringBuilder();
    private long entries;

    LineWriter(LineFormat format, Writer out) {
      this.codec = format.newCodec();
      this.out = out;
    }

    void entry(Object key, Object value, long expiryMillis) {
      var fields = new LinkedHashMap<String, Object>();
      fields.put(KEY, key);
      fields.put(VALUE, value);
      if (expiryMillis > 0) {
        fields.put(EXPIRES, Instant.ofEpochMilli(expiryMillis).toString());
      }
      line(fields);
      entries++;
    }

    void line(Map<String, ?> fields) {
      line.setLength(0);
      codec.write(fields, line);
      try {
        out.append(line);
      } catch (IOException e) {
        throw new UncheckedIOException(e.getMessage(), e);
      }
      if (line.capacity() > LineReader.KEPT_CHARS) {
        line.setLength(0);
        line.trimToSize();
      }
    }

    void flush() {
      try {
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e.getMessage(), e);
      }
    }
  }
}
