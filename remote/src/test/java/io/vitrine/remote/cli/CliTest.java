package io.vitrine.remote.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.store.Codecs;
import io.vitrine.store.Durability;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CliTest {
  @TempDir private Path folder;

  private record Outcome(int code, String out, String err) {}

  private static Outcome run(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new Outcome(code, out.toString(), err.toString());
  }

  private static void succeeds(String expected, String... args) {
    assertEquals(new Outcome(0, expected, ""), run(args), String.join(" ", args));
  }

  private static void fails(int code, String message, String... args) {
    Outcome outcome = run(args);
    assertEquals(code, outcome.code(), outcome.toString());
    assertEquals("", outcome.out());
    assertTrue(outcome.err().contains(message), outcome.err());
    assertEquals(1, outcome.err().lines().count(), outcome.err());
  }

  @Test
  void everyCommandTellsTheVersion() throws IOException {
    String version = run("-V").out();
    String pom = Files.readString(Path.of("..", "pom.xml"));
    assertTrue(version.startsWith("vitrine "), version);
    assertTrue(
        pom.contains("<version>" + version.strip().substring(8) + "-SNAPSHOT</version>"), version);
    succeeds(version, "wire", "convert", "-V");
    succeeds(version, "wire", "--version");
    String help = run("--help").out();
    List<String> commands =
        help.substring(help.indexOf("Commands:"))
            .lines()
            .filter(line -> line.matches("  [a-z].*"))
            .map(line -> line.strip().split(" ", 2)[0])
            .toList();
    assertTrue(commands.size() > 15, help);
    commands.forEach(command -> succeeds(version, command, "-V"));
  }

  @Test
  void entriesOfAFolder() {
    entries("--data", folder.resolve("store").toString());
  }

  @Test
  void entriesOfAServer() throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      entries("--connect", "127.0.0.1:" + server.address().getPort());
    }
  }

  private static void entries(String option, String where) {
    succeeds("", "create", option, where, "prices");
    succeeds("", "create", option, where, "prices");
    succeeds(
        "", "create", option, where, "/maps/counts", "--key=long", "--value=long", "--compact");
    succeeds("/maps/counts\n/maps/prices\n", "list", option, where);
    succeeds("/maps/prices\n", "list", option, where, "/maps/p");
    succeeds("null\n", "get", option, where, "prices", "EURUSD");
    succeeds("", "put", option, where, "prices", "EURUSD", "{bid: 1.1, ask: 1.2}");
    succeeds("{bid: 1.1, ask: 1.2}\n", "get", option, where, "prices", "EURUSD");
    succeeds("", "put", option, where, "prices", "5", "yes");
    succeeds("\"yes\"\n", "get", option, where, "prices", "\"5\"");
    succeeds("", "put", option, where, "counts", "5", "7");
    succeeds("7\n", "get", option, where, "counts", "5");
    succeeds("true\n", "remove", option, where, "counts", "5");
    succeeds("false\n", "remove", option, where, "counts", "5");
    Outcome described = run("describe", option, where, "prices");
    assertTrue(
        described.out().startsWith("path: /maps/prices\nkey: string\nvalue: any\nhash: rapid\n"),
        described.out());
    assertEquals(option.equals("--data"), described.out().contains("\nload: "), described.out());
    succeeds("", "create", option, where, "/lists/gone");
    succeeds("true\n", "drop", option, where, "/lists/gone");
    succeeds("false\n", "drop", option, where, "/lists/gone");
    succeeds("/maps/counts\n/maps/prices\n", "list", option, where);
    fails(1, "there is no collection none", "get", option, where, "none", "x");
    fails(1, "there is no collection none", "put", option, where, "none", "x", "1");
    fails(1, "there is no collection none", "watch", option, where, "none");
    fails(1, "there is no collection none", "describe", option, where, "none");
    fails(
        1, "keys of type string, asked for long", "create", option, where, "prices", "--key=long");
    fails(1, "Nonsense", "create", option, where, "other", "--key=Nonsense");
    fails(2, "md5", "create", option, where, "other", "--hash=md5");
    fails(2, "without a seed", "create", option, where, "other", "--hash=crc32c:5");
    for (String seed : List.of("", "x", "1.5", "18446744073709551616")) {
      fails(2, "--hash: rapid:" + seed, "create", option, where, "other", "--hash=rapid:" + seed);
    }
    fails(1, "expected long", "put", option, where, "counts", "x", "1");
    fails(1, "expected long", "put", option, where, "counts", "1", "x");
    fails(2, "VALUE is no YAML: line 1", "put", option, where, "prices", "x", "[1");
    fails(2, "KEY is no YAML", "get", option, where, "counts", "{a");
    fails(1, "Nonsense", "put", option, where, "prices", "x", "!Nonsense {}");
    fails(1, "Nonsense", "watch", option, where, "prices", "--filter", "!Nonsense {}");
    fails(2, "--filter is no filter", "watch", option, where, "prices", "--filter", "5");
    fails(2, "--select is no function", "watch", option, where, "prices", "--select", "5");
    succeeds("/maps/counts\n/maps/prices\n", "list", option, where);
    types(option, where);
    elements(option, where);
    seeds(option, where);
  }

  private static void seeds(String option, String where) {
    for (String path : List.of("/maps/seeded", "/sets/seeded")) {
      succeeds("", "create", option, where, path, "--hash=xxh3:-7");
      succeeds("", "create", option, where, path, "--hash=xxh3:-7"); // as it is
      succeeds("", "create", option, where, path); // nobody asks for another one
      fails(1, "another seed", "create", option, where, path, "--hash=xxh3:8");
      fails(1, "has hash xxh3", "create", option, where, path, "--hash=rapid");
      String described = run("describe", option, where, path).out();
      assertTrue(described.contains("\nhash: xxh3\nhashSeed: -7\n"), described);
    }
  }

  private static void elements(String option, String where) {
    succeeds("", "create", option, where, "/lists/jobs", "--element=long");
    succeeds("", "create", option, where, "/lists/jobs", "--element=long");
    succeeds("", "create", option, where, "/sets/words");
    succeeds("/lists/jobs\n", "list", option, where, "/lists/");
    succeeds("true\n", "add", option, where, "/lists/jobs", "5");
    succeeds("true\n", "add", option, where, "/lists/jobs", "6");
    succeeds("5\n", "get", option, where, "/lists/jobs", "0");
    succeeds("", "put", option, where, "/lists/jobs", "1", "7");
    succeeds("7\n", "get", option, where, "/lists/jobs", "1");
    succeeds("true\n", "remove", option, where, "/lists/jobs", "0");
    succeeds("7\n", "get", option, where, "/lists/jobs", "0");
    succeeds("true\n", "add", option, where, "/sets/words", "yes");
    succeeds("false\n", "add", option, where, "/sets/words", "yes");
    succeeds("true\n", "get", option, where, "/sets/words", "yes");
    succeeds("true\n", "remove", option, where, "/sets/words", "yes");
    succeeds("false\n", "get", option, where, "/sets/words", "yes");
    String described = run("describe", option, where, "/lists/jobs").out();
    assertTrue(described.startsWith("path: /lists/jobs\nelement: long\n"), described);
    assertTrue(described.contains("\nsize: 1\n"), described);
    fails(1, "index 1 is none of", "get", option, where, "/lists/jobs", "1");
    fails(2, "expected an index", "get", option, where, "/lists/jobs", "x");
    fails(1, "expected long", "add", option, where, "/lists/jobs", "x");
    fails(1, "there is no collection", "add", option, where, "/lists/none", "1");
    fails(1, "there is no collection", "get", option, where, "/sets/none", "1");
    fails(2, "has no values", "put", option, where, "/sets/words", "a", "1");
    fails(2, "neither a set nor a list", "add", option, where, "prices", "1");
    fails(2, "use --element", "create", option, where, "/sets/x", "--key=long");
    fails(2, "use --key", "create", option, where, "x", "--element=long");
    fails(2, "is for maps", "create", option, where, "/sets/x", "--compact");
    fails(2, "no use for it", "create", option, where, "/lists/x", "--hash=xxh3");
    fails(2, "has no keys", "watch", option, where, "/lists/jobs", "--key=1");
  }

  private static void types(String option, String where) {
    String id = "00112233-4455-6677-8899-aabbccddeeff";
    succeeds("", "create", option, where, "typed", "--key=uuid", "--value=decimal");
    succeeds("", "put", option, where, "typed", id, "1.50");
    succeeds("!decimal \"1.50\"\n", "get", option, where, "typed", id);
    succeeds("!decimal \"1.50\"\n", "get", option, where, "typed", "!uuid " + id);
    fails(1, "expected uuid", "put", option, where, "typed", "5", "1");
    fails(1, "expected decimal", "put", option, where, "typed", id, "x");
    String books = "map<string,list<decimal>>";
    succeeds("", "create", option, where, "books", "--value", books);
    succeeds("", "create", option, where, "books", "--value", books);
    succeeds("", "put", option, where, "books", "b", "{asks: [\"1.0\", 2]}");
    succeeds("{asks: [!decimal \"1.0\", !decimal \"2\"]}\n", "get", option, where, "books", "b");
    fails(1, "expected decimal", "put", option, where, "books", "b", "{asks: [x]}");
    fails(1, "unknown type 'tree'", "create", option, where, "other", "--value=tree<long>");
    succeeds("", "create", option, where, "own", "--value=!Money");
    succeeds("", "put", option, where, "own", "a", "!Money {bytes: !!binary \"AQI=\"}");
    succeeds("!Money {bytes: !!binary \"AQI=\"}\n", "get", option, where, "own", "a");
  }

  @Test
  void checkTellsWhatIsDamagedAndRepairMendsIt() throws IOException {
    String store = folder.resolve("store").toString();
    run("put", "--data", store, "none", "x", "1");
    fails(1, "is not a store", "check", folder.resolve("store").toString());
    succeeds("", "create", "--data", store, "prices", "--key=long", "--value=long");
    succeeds("", "put", "--data", store, "prices", "5", "7");
    Outcome clean = run("check", store);
    assertEquals(0, clean.code(), clean.toString());
    assertTrue(clean.out().startsWith("clean: 1 maps, 1 entries, 2 records"), clean.out());
    assertEquals(0, run("check", store, "prices").code());
    fails(1, "store: has no collection /maps/price", "check", store, "prices", "price");
    fails(1, "has no collection /lists/none", "check", store, "/lists/none");
    fails(1, "path is /nonsense, expected /maps/NAME", "check", store, "/nonsense");
    Path map = folder.resolve("store/maps/prices.vtr");
    byte[] bytes = Files.readAllBytes(map);
    bytes[32] ^= 1;
    Files.write(map, bytes);
    Outcome damaged = run("check", store);
    assertEquals(1, damaged.code(), damaged.toString());
    assertTrue(damaged.out().startsWith("damage: maps/prices.vtr at 0x0: "), damaged.out());
    assertTrue(damaged.out().contains("run \"vitrine repair\"\n"), damaged.out());
    assertTrue(damaged.out().contains("damaged in 1 place: "), damaged.out());
    Outcome repaired = run("repair", store);
    assertEquals(0, repaired.code(), repaired.toString());
    assertTrue(repaired.out().startsWith("rebuilt: /maps/prices\nrepaired: 1 "), repaired.out());
    assertTrue(repaired.out().contains("store/damaged-"), repaired.out());
    succeeds("nothing to repair\n", "repair", store);
    succeeds("7\n", "get", "--data", store, "prices", "5");
  }

  /** A whole store that promises to survive a loss of power has nothing that is given up. */
  @Test
  void repairAfterALossOfPower() throws IOException {
    Path left = folder.resolve("left");
    Path open = folder.resolve("open");
    var options = StoreOptions.defaults().withDurability(Durability.SYNC);
    try (Store store = Stores.open(open, options)) {
      store.map("/maps/prices", MapOptions.of(Codecs.longs(), Codecs.longs())).put(5L, 7L);
      copy(open, left);
    }
    Path control = left.resolve("store.vtr");
    byte[] bytes = Files.readAllBytes(control);
    System.arraycopy(bytes, 456, bytes, 392, 8); // another start of the machine
    Files.write(control, bytes);
    Outcome repaired = run("repair", left.toString());
    assertEquals(0, repaired.code(), repaired.toString());
    assertTrue(repaired.out().startsWith("the power was lost: "), repaired.out());
    assertTrue(repaired.out().contains("\nrebuilt: /maps/prices\nrepaired: 1 "), repaired.out());
    assertTrue(repaired.out().contains("the log begins anew"), repaired.out());
    assertTrue(repaired.out().contains("left/damaged-"), repaired.out());
    succeeds("7\n", "get", "--data", left.toString(), "prices", "5");
    succeeds("nothing to repair\n", "repair", left.toString());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else if (!file.endsWith("store.lock")) { // to close it here would drop its locks
          Files.copy(file, target);
        }
      }
    }
  }

  @Test
  void compact() {
    String store = folder.resolve("store").toString();
    succeeds("", "create", "--data", store, "prices", "--key", "long", "--value", "long");
    succeeds("nothing to compact\n", "compact", store, "--free", "1");
    Outcome named = run("compact", store, "prices");
    assertEquals(0, named.code(), named.toString());
    assertTrue(named.out().startsWith("/maps/prices: 0 entries, "), named.out());
    fails(1, "has no collection /maps/none", "compact", store, "none");
    fails(1, "is not a store", "compact", folder.resolve("none").toString());
    fails(2, "--free", "compact", store, "--free", "2");
    fails(2, "--compact", "serve", "--data", store, "--compact", "x");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "serve",
        "create",
        "get",
        "put",
        "remove",
        "list",
        "describe",
        "watch",
        "export",
        "import",
        "check",
        "snapshot",
        "compact",
        "repair"
      })
  void everyCommandHasHelp(String command) {
    Outcome outcome = run(command, "--help");
    assertEquals(0, outcome.code());
    assertTrue(outcome.out().startsWith("Usage: vitrine " + command + " "), outcome.out());
    assertTrue(run("--help").out().contains("\n  " + command + " "));
  }

  @Test
  void exportAndImport() throws IOException {
    String data = folder.resolve("store").toString();
    String other = folder.resolve("other").toString();
    Path file = folder.resolve("prices.yaml");
    succeeds("", "create", "--data", data, "prices", "--key=date", "--value=decimal");
    succeeds("", "put", "--data", data, "prices", "2026-01-01", "1.50");
    for (String format : List.of("yaml", "json")) {
      succeeds(
          "exported 1 entries to " + file + "\n",
          "export",
          "--data=" + data,
          "prices",
          "--format=" + format,
          "--out=" + file);
      assertEquals(
          Files.readString(file),
          run("export", "--data=" + data, "prices", "--format=" + format).out());
      succeeds(
          "imported 1 entries into /maps/" + format + "\n",
          "import",
          "lines",
          "--data=" + other,
          file.toString(),
          format);
      succeeds("!decimal \"1.50\"\n", "get", "--data=" + other, format, "2026-01-01");
    }
    succeeds(
        "imported 1 entries into /maps/prices\n",
        "import",
        "lines",
        "--data=" + other,
        file.toString());
    try (var files = Files.list(folder)) {
      assertEquals(
          List.of("other", "prices.yaml", "store"),
          files.map(p -> p.getFileName().toString()).sorted().toList());
    }
    Files.writeString(file, Files.readString(file).replace("1.50", "x"));
    fails(
        1,
        file + ":2: value: expected decimal, found the string 'x'; 0 entries were imported",
        "import",
        "lines",
        "--data=" + other,
        file.toString());
    fails(1, "has keys of type date", "import", "lines", "--data=" + data, mapOfLongs(), "prices");
    fails(1, "there is no file", "import", "lines", "--data=" + other, file + "x");
    fails(1, "is a folder", "import", "lines", "--data=" + other, folder.toString());
    fails(1, "holds no store", "export", "--data=" + folder.resolve("none"), "prices");
    fails(1, "there is no collection", "export", "--data=" + data, "none");
    fails(1, "cannot write", "export", "--data=" + data, "prices", "--out=" + file + "/x");
    fails(2, "--format", "export", "--data=" + data, "prices", "--format=xml");
    assertEquals(2, run("import").code());
  }

  @Test
  void anExportLeavesFilesOfOthersAlone() throws IOException {
    String data = folder.resolve("store").toString();
    Path file = folder.resolve("prices.yaml");
    Path own = Files.writeString(folder.resolve("prices.yaml.part"), "part of a letter");
    succeeds("", "create", "--data", data, "prices", "--key=date", "--value=decimal");
    String text = "exported 0 entries to " + file + "\n";
    succeeds(text, "export", "--data=" + data, "prices", "--out=" + file);
    assertEquals("part of a letter", Files.readString(own));
    Path empty = Files.createDirectory(folder.resolve("empty"));
    fails(1, "is a folder", "export", "--data=" + data, "prices", "--out=" + empty);
    assertTrue(Files.isDirectory(empty));
  }

  /** What is in a store on a disk that is mounted read-only can be taken from there. */
  @Test
  void exportFromAReadOnlyFileSystem() throws Exception {
    Path data = folder.resolve("store");
    Path view = Files.createDirectory(folder.resolve("view"));
    succeeds("", "create", "--data=" + data, "prices", "--key=string", "--value=long");
    succeeds("", "put", "--data=" + data, "prices", "a", "1");
    String exported = run("export", "--data=" + data, "prices").out();
    if (system("mount", "--bind", data.toString(), view.toString()) != 0) {
      abort("this process may not mount, so no read-only file system was tried");
    }
    try {
      assertEquals(0, system("mount", "-o", "remount,bind,ro", view.toString()));
      assertEquals(exported, run("export", "--data=" + view, "prices").out());
    } finally {
      assertEquals(0, system("umount", view.toString()));
    }
  }

  private static int system(String... command) throws Exception {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return -1; // there is no such command
    }
  }

  private String mapOfLongs() throws IOException {
    String header = "- {vitrine: map, version: 1, path: /maps/x, key: long, value: long}\n";
    Path file = folder.resolve("longs.yaml");
    return Files.writeString(file, header + "- {end: {entries: 0}}\n").toString();
  }

  @Test
  void wrongUsage() {
    String data = folder.toString();
    fails(2, "vitrine: Unmatched argument at index 0: 'nonsense'", "nonsense");
    fails(2, "Missing required", "get", "prices", "x");
    fails(2, "--nonsense", "list", "--data", data, "--nonsense");
    fails(2, "mutually exclusive", "list", "--data", data, "--connect", "localhost:1");
    fails(2, "port is x", "list", "--connect", "localhost:x");
    fails(2, "--port", "serve", "--data", data, "--port", "70000");
    fails(2, "--port", "serve", "--data", data, "--port", "x");
    fails(2, "--data", "serve");
    String none = folder.resolve("none").resolve("file").toString();
    String text = "no such file or folder: " + none;
    fails(1, text, "list", "--connect", "localhost:1", "--token-file", none);
    fails(1, text, "serve", "--data", data, "--port", "0", "--record", none);
  }

  @Test
  void folderThatIsNoStoreIsLeftAlone() throws IOException {
    fails(1, "holds no store", "list", "--data", folder.resolve("none").toString());
    fails(1, "holds no store", "put", "--data", folder.toString(), "m", "k", "v");
    Path file = Files.writeString(folder.resolve("letter.txt"), "Dear Sir");
    fails(1, "is not a store", "list", "--data", folder.toString());
    fails(1, "is not a store", "create", "--data", folder.toString(), "prices");
    fails(1, "is not a store", "serve", "--data", folder.toString(), "--port", "0");
    fails(1, "is a file", "list", "--data", file.toString());
    try (var files = Files.list(folder)) {
      assertEquals(List.of(file), files.toList());
    }
    assertEquals("Dear Sir", Files.readString(file));
  }

  @Test
  void portInUseAndNobodyListening() throws IOException {
    String port;
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = Integer.toString(taken.getLocalPort());
      String data = folder.resolve("store").toString();
      fails(1, "cannot listen on 127.0.0.1:" + port, "serve", "--data", data, "--port", port);
    }
    fails(1, "cannot connect to 127.0.0.1:" + port, "list", "--connect", "127.0.0.1:" + port);
    assertNothingIn(folder);
  }

  @Test
  void badInputLeavesNoStoreBehind() throws IOException {
    String data = folder.resolve("new").toString();
    fails(
        1,
        "add --tokens or --client-ca, or --open",
        "serve",
        "--data",
        data,
        "--host",
        "0.0.0.0",
        "--port",
        "0");
    fails(1, "nosuch.invalid", "serve", "--data", data, "--host", "nosuch.invalid");
    fails(1, "Nope", "create", "--data", data, "/maps/a", "--value", "Nope");
    fails(1, "Nope", "create", "--data", data, "/maps/a", "--key", "Nope");
    fails(2, "nohash", "create", "--data", data, "/maps/a", "--hash", "nohash");
    fails(1, "foo/bar/..", "create", "--data", data, "foo/bar/..");
    fails(1, "begins with none of", "create", "--data", data, "/queues/a");
    for (String path : List.of("/maps/..", "/maps/a//b", "/maps/a?b", "/maps/a#", "/maps/")) {
      fails(1, "path \"" + path + "\" h", "import", "lines", "--data", data, "-", path);
    }
    fails(1, "Nope", "create", "--data", data, "/lists/a", "--element", "Nope");
    fails(1, "holds no store", "list", "--data", data);
    fails(1, "holds no store", "describe", "--data", data, "a");
    fails(1, "holds no store", "watch", "--data", data, "a");
    fails(1, "holds no store", "get", "--data", data, "a", "k");
    fails(1, "holds no store", "put", "--data", data, "a", "k", "v");
    fails(1, "holds no store", "remove", "--data", data, "a", "k");
    assertNothingIn(folder);
  }

  private static void assertNothingIn(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      assertEquals(List.of(), files.toList());
    }
  }

  @Test
  @Timeout(300)
  void watchOfAFolder() {
    watch("--data", folder.resolve("store").toString());
  }

  @Test
  @Timeout(300)
  void watchOfAServer() throws IOException {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      watch("--connect", "127.0.0.1:" + server.address().getPort());
    }
  }

  private static void watch(String option, String where) {
    succeeds("", "create", option, where, "counts", "--value=long");
    succeeds("", "put", option, where, "counts", "a", "1");
    String revision =
        run("describe", option, where, "counts")
            .out()
            .replaceFirst("(?s).*\\nrevision: (\\d+)\\n.*", "$1");
    succeeds("", "put", option, where, "counts", "a", "5");
    succeeds("", "put", option, where, "counts", "b", "2");
    assertEquals(
        List.of(
            "event: !Updated {key: a, oldValue: 1, value: 5}",
            "event: !Inserted {key: b, value: 2}"),
        watched(2, option, where, "counts", "--from", revision));
    String filter = "!Filter {field: value, op: gt, value: 3}";
    assertEquals(
        List.of("event: !Existing {key: a, value: 5}", "event: !Bootstrapped {}"),
        watched(2, option, where, "counts", "--filter", filter));
    assertEquals(
        List.of("item: 5", "event: !Bootstrapped {}"),
        watched(
            2, option, where, "counts", "--filter", filter, "--select", "!Getter {field: value}"));
    succeeds("", "create", option, where, "/lists/jobs", "--element=long");
    succeeds("true\n", "add", option, where, "/lists/jobs", "1");
    succeeds("true\n", "add", option, where, "/lists/jobs", "5");
    assertEquals(
        List.of("event: !Existing {index: 1, value: 5}", "event: !Bootstrapped {}"),
        watched(2, option, where, "/lists/jobs", "--filter", filter));
    succeeds("", "create", option, where, "/sets/words");
    succeeds("true\n", "add", option, where, "/sets/words", "a");
    assertEquals(
        List.of("event: !Existing {value: a}", "event: !Bootstrapped {}"),
        watched(2, option, where, "/sets/words"));
  }

  /**
   * What follows the revision on the first lines; then the reader is gone, which ends the watch.
   */
  private static List<String> watched(int lines, String... args) {
    var out = new LimitedWriter(lines);
    var err = new StringWriter();
    var words = new ArrayList<>(List.of("watch"));
    words.addAll(List.of(args));
    int code =
        Main.run(
            new PrintWriter(out, true), new PrintWriter(err, true), words.toArray(String[]::new));
    assertEquals("0 ", code + " " + err);
    return out.text
        .toString()
        .lines()
        .limit(lines)
        .map(line -> line.replaceFirst("^- \\{rev: \\d+, (.*)}$", "$1"))
        .toList();
  }

  /** Fails once it has been given enough lines, as does a pipe whose reader is gone. */
  private static final class LimitedWriter extends Writer {
    private final StringWriter text = new StringWriter();
    private final int lines;

    LimitedWriter(int lines) {
      this.lines = lines;
    }

    @Override
    public void write(char[] characters, int offset, int length) {
      text.write(characters, offset, length);
    }

    @Override
    public void flush() throws IOException {
      if (text.toString().lines().count() >= lines) {
        throw new IOException("nobody reads");
      }
    }

    @Override
    public void close() {}
  }

  @Test
  void stackTraceOnlyWhereAskedFor() {
    String data = folder.resolve("none").toString();
    assertFalse(run("list", "--data", data).err().contains("\tat "));
    assertTrue(run("list", "-v", "--data", data).err().contains("\tat "));
    assertTrue(run("-v", "list", "--data", data).err().contains("\tat "));
  }
}
