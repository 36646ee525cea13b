package io.vitrine.evaluation;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyFileTest {
  private static final int MOST = 1_000;

  @TempDir Path folder;

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("keys.txt"), text);
  }

  private static Keys read(Path file, int most) throws IOException {
    return KeyFile.read(file, most, _ -> {});
  }

  @Test
  void shouldTellHowFarItIs() throws IOException {
    Path file = folder.resolve("much");
    byte[] lines = "again\n".repeat(100_000).getBytes(US_ASCII);
    try (OutputStream out = Files.newOutputStream(file)) {
      for (long written = 0; written < 2L * KeyFile.TOLD_BYTES; written += lines.length) {
        out.write(lines);
      }
    }
    var told = new ArrayList<Long>();
    var source = new KeyFile.Source(file);
    assertEquals(List.of("again"), source.read(MOST, told::add).keys());
    assertEquals(2, told.size(), told::toString);
    assertTrue(told.get(0) >= KeyFile.TOLD_BYTES && told.get(1) >= 2L * KeyFile.TOLD_BYTES);
    assertEquals(Files.size(file), source.bytes());
    var steps = new ArrayList<String>();
    var progress = new Progress(step -> steps.add(step.toString()), 2);
    progress.step("keys", 1);
    progress.within("half of them", 5, 10);
    progress.within("some", 5, 0);
    progress.step("next", 1);
    List<String> shares = steps.stream().map(step -> step.substring(0, 5)).toList();
    assertEquals(List.of("  0 %", " 25 %", "  0 %", " 50 %"), shares);
  }

  @Test
  void shouldSayWhenItIsUtf16() throws IOException {
    Path file = folder.resolve("wide");
    Files.writeString(file, "\uFEFFone\ntwo\n", UTF_16LE);
    String message = assertThrows(BadInputException.class, () -> read(file, MOST)).getMessage();
    assertTrue(message.contains(" is not UTF-8 but begins as UTF-16; "), message);
    assertTrue(message.endsWith(" iconv -f UTF-16 -t UTF-8"), message);
  }

  @Test
  void shouldReadOneKeyALine() throws IOException {
    Keys keys = read(file("one\ntwo\r\n\n two words \none\n\u20AC\uD83D\uDE00"), MOST);
    assertEquals(List.of("one", "two", " two words ", "\u20AC\uD83D\uDE00"), keys.keys());
    assertEquals(5, keys.lines());
    assertEquals(4, keys.distinct());
    assertFalse(keys.isSample());
  }

  @Test
  void shouldPassOverAByteOrderMark() throws IOException {
    assertEquals(List.of("a", "b"), read(file("\uFEFFa\nb\n"), MOST).keys());
  }

  /** One rule, whatever wrote the file; a key has none of the ends of lines. */
  @Test
  void shouldNotCountAByteOrderMarkAsPartOfALongLine() throws IOException {
    String longest = "a".repeat(KeyFile.LINE_MAX);
    assertEquals(List.of(longest), keysOf("\uFEFF" + longest + "\n"));
    assertThrows(BadInputException.class, () -> keysOf("\uFEFF" + longest + "a\n"));
    assertThrows(BadInputException.class, () -> keysOf(longest + "a\n"));
  }

  @Test
  void shouldEndLinesAtLfCrOrBoth() throws IOException {
    assertEquals(List.of("a", "b", "c", "d"), keysOf("a\rb\r\nc\nd\r"));
    assertEquals(List.of("a", "b"), keysOf("a\r\r\n\r\nb\n\r")); // empty lines between
    assertEquals(List.of("\uFEFFa", "b"), keysOf("\uFEFF\uFEFFa\nb")); // one mark is passed over
    assertEquals(List.of("a", "\uFEFFb", " "), keysOf("a\n\uFEFFb\n \n"));
    var text = new StringBuilder(); // CR and LF in different blocks, at some time
    for (int i = 0; i < 30_000; i++) {
      text.append("key").append(i).append("\r\n");
    }
    Keys keys = read(file(text.toString()), 100_000);
    assertEquals(30_000, keys.lines());
    assertEquals("key29999", keys.keys().getLast());
  }

  private List<String> keysOf(String text) throws IOException {
    return read(file(text), MOST).keys();
  }

  @Test
  void shouldReadAPipeOnce() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    Thread writer =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                Files.writeString(pipe, "one\ntwo\n", StandardOpenOption.WRITE);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    assertEquals(List.of("one", "two"), read(pipe, MOST).keys());
    assertTrue(writer.join(Duration.ofSeconds(60)), "the pipe is still being written");
  }

  @Test
  void shouldUnpack() throws IOException {
    Path packed = folder.resolve("keys");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write("a\nb\n".getBytes(US_ASCII));
    }
    assertEquals(List.of("a", "b"), read(packed, MOST).keys());
  }

  @Test
  void shouldRefuseFilesWithoutKeys() throws IOException {
    for (String text : List.of("", "\n", "\r\n\n\r\n", "\r\r\n", "\uFEFF", "\uFEFF\r\n")) {
      assertRefused(file(text), "has no keys, expected at least one line that is not empty");
    }
    assertRefused(folder.resolve("none"), "is no file that can be read");
    assertRefused(folder, "is no file that can be read");
  }

  @Test
  void shouldRefuseWhatIsNoUtf8() throws IOException {
    Path file = folder.resolve("latin1");
    Files.write(file, "one\ntwo\nZ\u00FCrich\n".getBytes(ISO_8859_1));
    assertRefused(file, "line 3 is not UTF-8; convert the file");
    // Also where only a part of the keys is drawn, and this line may not be among them.
    var text = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      text.append("key").append(i).append('\n');
    }
    Files.write(file, text.append("Z\u00FCrich\n").toString().getBytes(ISO_8859_1));
    assertThrows(BadInputException.class, () -> read(file, 10));
  }

  @Test
  void shouldRefuseDamagedGzipByItsName() throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      for (int i = 0; i < 100; i++) {
        out.write((i * i + "\n").getBytes(US_ASCII));
      }
    }
    byte[] whole = bytes.toByteArray();
    Path file = folder.resolve("keys.gz");
    for (int length = 2; length < whole.length; length++) { // each place to cut it at
      Files.write(file, Arrays.copyOf(whole, length));
      assertRefused(file, "begins as a file of gzip does, and is damaged or cut off");
    }
    byte[] changed = whole.clone();
    changed[whole.length - 6] ^= 1; // in the check sum
    Files.write(file, changed);
    assertRefused(file, "damaged or cut off (");
    Files.write(file, "\u001F\u008Band then text\n".getBytes(ISO_8859_1));
    assertRefused(file, "damaged or cut off (");
    Files.write(file, whole);
    assertEquals(100, read(file, MOST).keys().size());
  }

  @Test
  void shouldRefuseWhatHasNoLines() throws IOException {
    Path file = folder.resolve("binary");
    Files.write(file, new byte[(1 << 20) + 10]);
    assertRefused(file, "line 1 has more than 1048576 bytes: is this a file of keys");
  }

  @Test
  void shouldCountOneKeyAMillionTimesOnce() throws IOException {
    Keys keys = read(file("again\n".repeat(1_000_000)), MOST);
    assertEquals(List.of("again"), keys.keys());
    assertEquals(1_000_000, keys.lines());
    assertEquals(1, keys.distinct());
  }

  @Test
  void shouldDrawExactlyAsManyAsAreWanted() throws IOException {
    for (int most : List.of(1, 2, 3, 19, 59, 1_000, 104_333, 104_334, 104_335)) {
      Keys words = KeyFile.bundled(most);
      assertEquals(Math.min(most, 104_334), words.keys().size());
      assertEquals(104_334, words.distinct());
      assertTrue(words.isDistinctExact());
      assertEquals(most < 104_334, words.isSample());
    }
    for (int i = 0; i < 300; i++) {
      String text = String.format("a%1$d\nb%1$d\nb%1$d\nc%1$d\n", i);
      for (int most = 1; most <= 4; most++) {
        Keys keys = read(file(text), most);
        assertEquals(Math.min(most, 3), keys.keys().size(), text);
        assertEquals(3, keys.distinct(), text);
        assertEquals(4, keys.lines(), text);
      }
    }
  }

  /** Each key has the same chance, also one that comes often, and they stay in their order. */
  @Test
  void shouldDrawFairly() throws IOException {
    int draws = 2_000;
    int first = 0;
    for (int i = 0; i < draws; i++) {
      String often = String.format("often%d\n", i);
      Keys keys = read(file(often.repeat(50) + "b" + i + "\nc" + i + "\nd" + i), 1);
      first += keys.keys().getFirst().startsWith("often") ? 1 : 0;
    }
    assertEquals(draws / 4.0, first, 0.2 * draws / 4, "of 2,000 draws");
    List<String> all = KeyFile.bundled(200_000).keys();
    List<String> some = KeyFile.bundled(1_000).keys();
    assertEquals(all.stream().filter(new HashSet<>(some)::contains).toList(), some);
  }

  @Test
  void shouldDrawFromFilesOfAnySizeInLittleMemory() throws Exception {
    int distinct = 3_000_000;
    Path file = folder.resolve("large");
    try (var out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      for (int i = 0; i < distinct; i++) {
        out.write(("key number " + i + "\n").getBytes(US_ASCII));
        if (i % 3 == 0) {
          out.write("key number 7\n".getBytes(US_ASCII)); // one that comes often
        }
      }
    }
    Keys keys = read(file, MOST);
    assertTrue(keys.isSample());
    assertEquals(MOST, keys.keys().size());
    assertFalse(keys.isDistinctExact());
    assertEquals(distinct + distinct / 3, keys.lines());
    assertEquals((double) distinct, (double) keys.distinct(), 0.02 * distinct);
    assertTrue(keys.distinct() <= keys.lines());
    assertEquals(keys, read(file, MOST), "the same draw every time");
    assertEquals(keys.toString(), readInSmallHeap(file), "in less memory than the file has bytes");
    // Drawn from all: the first million is no more likely than the last.
    int digits = "key number 1000000".length();
    long early = keys.keys().stream().filter(key -> key.length() < digits).count();
    assertEquals(keys.keys().size() / 3.0, (double) early, keys.keys().size() / 8.0);
  }

  /** What {@link Reader} reads in a process with a heap of 24 MiB. */
  private static String readInSmallHeap(Path file) throws IOException, InterruptedException {
    assertTrue(Files.size(file) > 2L * (24 << 20));
    Process reader =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx24m",
                "-cp",
                System.getProperty("java.class.path"),
                Reader.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      String output = new String(reader.getInputStream().readAllBytes(), US_ASCII);
      assertEquals(0, reader.waitFor(), output);
      return output;
    } finally {
      reader.destroyForcibly();
    }
  }

  /** The way in of that process. */
  static final class Reader {
    private Reader() {}

    static void main(String[] args) throws IOException {
      System.out.print(read(Path.of(args[0]), MOST));
    }
  }

  @Test
  void shouldKeepFewerLongKeys() throws IOException {
    Path file = folder.resolve("long");
    byte[] line = "x".repeat(1 << 20).getBytes(US_ASCII);
    line[line.length - 1] = '\n';
    try (var out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      for (int i = 0; i < 100; i++) {
        line[0] = (byte) (' ' + i % 90);
        line[1] = (byte) (' ' + i / 90);
        out.write(line);
      }
    }
    Keys keys = read(file, MOST);
    assertTrue(keys.isSample());
    assertEquals(64, keys.keys().size(), "64 Mi characters, and these have 1 Mi less one each");
    assertEquals(100, keys.lines());
    assertEquals(100, keys.distinct());
  }

  private static void assertRefused(Path file, String what) {
    var e = assertThrows(BadInputException.class, () -> read(file, MOST));
    assertTrue(e.getMessage().contains(what), e::getMessage);
    assertTrue(e.getMessage().startsWith(file.toString()), e::getMessage);
  }
}
