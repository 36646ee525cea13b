package io.vitrine.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of Chronicle Map that are damaged, cut off or none at all: the import says so in one line
 * that names the file, leaves the file as it is, and makes no map.
 */
class BadChronicleFilesTest {
  private static final int COUNT = 200;
  private static final int PAGE = 4096;

  @TempDir static Path files;
  @TempDir Path folder;

  private static Process server;

  @BeforeAll
  static void makeFiles() throws Exception {
    var forked = new Forked(files);
    Forked.Outcome made = forked.run(SampleFiles.class, files, COUNT);
    assertEquals(0, made.code(), made.err());
    server = forked.start(ImportServer.class);
  }

  @AfterAll
  static void stopServer() throws InterruptedException {
    server.destroyForcibly().waitFor();
  }

  private Forked.Outcome run(Path file, String keys, String values) throws IOException {
    Writer lines = server.outputWriter(StandardCharsets.UTF_8);
    String store = folder.resolve("store").toString();
    lines.write(
        String.join(
            "\t",
            List.of(
                file.toString(),
                "--key-class",
                keys,
                "--value-class",
                values,
                "--data",
                store,
                "--map",
                "m",
                "--quiet")));
    lines.write("\n");
    lines.flush();
    return new Forked.Outcome(
        Integer.parseInt(Forked.line(server)),
        Forked.line(server).replace('\t', '\n'),
        Forked.line(server).replace('\t', '\n'));
  }

  private void refused(byte[] content, String message) throws IOException {
    Path file = folder.resolve("bad.dat");
    Files.write(file, content);
    Forked.Outcome outcome = run(file, "String", "String");
    assertEquals(1, outcome.code(), outcome.toString());
    assertEquals("", outcome.out());
    assertEquals(1, outcome.err().lines().count(), outcome.err());
    assertTrue(outcome.err().startsWith("vitrine import chronicle-map: " + file), outcome.err());
    assertTrue(outcome.err().contains(message), outcome.err());
    assertFalse(Files.exists(folder.resolve("store")), "a store was made");
    assertArrayEquals(content, Files.readAllBytes(file), "the file was changed");
  }

  @Test
  void cutOffFiles() throws IOException {
    byte[] whole = Files.readAllBytes(files.resolve("strings.dat"));
    refused(new byte[0], "is no file of Chronicle Map");
    for (int length : new int[] {1, 8, 12, 13, 500}) {
      refused(Arrays.copyOf(whole, length), "is no file of Chronicle Map");
    }
    // Behind its data a file has room up to a page boundary; without that it is whole.
    for (int length : new int[] {PAGE, 3 * PAGE, whole.length / 2, whole.length - 4 * PAGE}) {
      refused(Arrays.copyOf(whole, length), "it is not whole: copy it anew");
    }
  }

  @Test
  void foreignFiles() throws IOException {
    var random = new Random(7);
    byte[] noise = new byte[100_000];
    random.nextBytes(noise);
    refused(noise, "");
    refused(new byte[100_000], "header of 0 bytes; give a file that ChronicleMapBuilder");
    refused(new byte[100_000], "is no file of Chronicle Map");
    byte[] text =
        "a letter to somebody, and rather a long one\n"
            .repeat(2_000)
            .getBytes(StandardCharsets.UTF_8);
    refused(text, "");
    byte[] ones = new byte[100_000];
    Arrays.fill(ones, (byte) -1);
    refused(ones, "was never finished");
    Forked.Outcome outcome = run(folder, "String", "String");
    assertEquals(1, outcome.code(), outcome.toString());
    assertTrue(outcome.err().contains(folder + ": is no plain file"), outcome.err());
  }

  /** Whatever is damaged within the header, which tells types and lengths. */
  @Test
  void damagedHeaders() throws IOException {
    byte[] whole = Files.readAllBytes(files.resolve("strings.dat"));
    String header = new String(whole, 12, 2_000, StandardCharsets.ISO_8859_1);
    for (String name : List.of("keyClass", "valueClass", "VanillaChronicleMap", "!type")) {
      byte[] damaged = whole.clone();
      damaged[12 + header.indexOf(name)] ^= 1;
      refused(damaged, "");
    }
  }

  /** Files of other types than it was told, the right ones being told in the same breath. */
  @Test
  void otherTypes() throws IOException {
    Path strings = files.resolve("strings.dat");
    byte[] whole = Files.readAllBytes(strings);
    String[][] wrong = {
      {"long", "String", "give --key-class String"},
      {"String", "long", "give --value-class String"},
      {"byte[]", "byte[]", "give --key-class String"},
      {"String", "java.lang.Object", "give --value-class String"},
      {"String", "com.acme.None", "a class that is not there"},
    };
    for (String[] one : wrong) {
      Forked.Outcome outcome = run(strings, one[0], one[1]);
      assertEquals(1, outcome.code(), outcome.toString());
      assertEquals(1, outcome.err().lines().count(), outcome.err());
      assertTrue(outcome.err().contains(one[2]), outcome.err());
    }
    assertFalse(Files.exists(folder.resolve("store")), "a store was made");
    assertArrayEquals(whole, Files.readAllBytes(strings), "the file was changed");
  }

  /** A store that is there keeps what it has, also where the file shows to be bad. */
  @Test
  void theTargetIsLeftAsItIs() throws IOException {
    Path strings = files.resolve("strings.dat");
    assertEquals(0, run(strings, "String", "String").code());
    byte[] whole = Files.readAllBytes(strings);
    Path cut = Files.write(folder.resolve("cut.dat"), Arrays.copyOf(whole, whole.length / 2));
    assertEquals(1, run(cut, "String", "String").code());
    assertEquals(1, run(files.resolve("bytes.dat"), "byte[]", "byte[]").code());
    try (Store store = Stores.open(folder.resolve("store"))) {
      assertEquals(List.of("/maps/m"), List.copyOf(store.list("/")));
      assertEquals(10 * COUNT, store.genericMap("/maps/m").size());
      assertEquals("0", store.genericMap("/maps/m").get("k\u00e9y0"));
    }
  }
}
