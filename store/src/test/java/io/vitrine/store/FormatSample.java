package io.vitrine.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * A small store of the present format, as files that are kept: what every later version must open
 * and read right. Stateless; for one thread.
 */
final class FormatSample {
  static final MapOptions<String, String> TEXTS =
      MapOptions.of(Codecs.strings(), Codecs.strings()).withSegments(4);
  static final MapOptions<Long, Instant> TIMES =
      MapOptions.of(Codecs.longs(), Codecs.instants()).withSegments(2).compact();
  static final MapOptions<Long, byte[]> BYTES =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(2);

  private static final int COUNT = 300;

  private FormatSample() {}

  /** What the map of texts holds. */
  static Map<String, String> texts() {
    var texts = new TreeMap<String, String>();
    for (int i = 0; i < COUNT; i++) {
      if (i % 7 != 3) {
        texts.put("key " + i, "value " + (i % 5 == 0 ? "anew " : "") + i);
      }
    }
    texts.put("Schl\u00fcssel", "");
    return texts;
  }

  static Map<Long, Instant> times() {
    var times = new TreeMap<Long, Instant>();
    for (long i = 0; i < COUNT; i++) {
      times.put(i * i, Instant.ofEpochSecond(i * 1_000_003, i));
    }
    return times;
  }

  /** A value of 100,000 bytes among smaller ones. */
  static byte[] bytes(long key) {
    byte[] value = new byte[key == 5 ? 100_000 : (int) key * 40];
    for (int i = 0; i < value.length; i++) {
      value[i] = (byte) (key * 31 + i);
    }
    return value;
  }

  /** Fills a store. */
  static void write(Store store) {
    StoreMap<String, String> texts = store.map("/maps/texts", TEXTS);
    for (int i = 0; i < COUNT; i++) {
      texts.put("key " + i, "value " + i);
    }
    for (int i = 0; i < COUNT; i++) {
      if (i % 7 == 3) {
        texts.remove("key " + i);
      } else if (i % 5 == 0) {
        texts.put("key " + i, "value anew " + i);
      }
    }
    StoreMap<Long, byte[]> bytes = store.map("/maps/bytes", BYTES);
    store.atomically(group -> {
      group.put(texts, "Schl\u00fcssel", "");
      for (long key = 0; key < 10; key++) {
        group.put(bytes, key, bytes(key));
      }
      return true;
    });
    store.map("/maps/times", TIMES).putAll(times());
    store.map("/maps/dropped", BYTES).put(1L, new byte[1]);
    store.drop("/maps/dropped");
  }

  /**
   * Makes the files anew, which is right only along with a new version of the format.
   *
   * @param arguments file to write; a folder that is empty
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[1]);
    var sync = StoreOptions.defaults().withDurability(Durability.SYNC);
    try (Store store = Stores.open(folder.resolve("closed"))) {
      write(store);
    }
    try (Store store = Stores.open(folder.resolve("durable"), sync);
        OutputStream file = Files.newOutputStream(Path.of(arguments[0]));
        var zip = new ZipOutputStream(file)) {
      write(store);
      try (var files = Files.walk(folder)) { // the durable one as it is when the power goes
        for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
          zip.putNextEntry(new ZipEntry(folder.relativize(each).toString()));
          Files.copy(each, zip);
        }
      }
    }
  }

  /** Lays the files of a sample into a folder. */
  static void unpack(String resource, Path folder) throws IOException {
    try (InputStream in = FormatSample.class.getResourceAsStream(resource);
        var zip = new ZipInputStream(java.util.Objects.requireNonNull(in, resource))) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        Path file = folder.resolve(entry.getName());
        Files.createDirectories(java.util.Objects.requireNonNull(file.getParent()));
        Files.copy(zip, file);
      }
    }
  }
}
