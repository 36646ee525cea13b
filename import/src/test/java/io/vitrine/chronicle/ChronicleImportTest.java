package io.vitrine.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports real files of Chronicle Map, made by Chronicle Map in another JVM. */
class ChronicleImportTest {
  private static final int COUNT = 500;

  @TempDir static Path files;
  @TempDir Path folder;

  private static Forked forked;
  private static Process server;

  @BeforeAll
  static void makeFiles() throws Exception {
    forked = new Forked(files);
    Forked.Outcome made = forked.run(SampleFiles.class, files, COUNT);
    assertEquals(0, made.code(), made.err());
    server = forked.start(ImportServer.class);
  }

  @AfterAll
  static void stopServer() throws InterruptedException {
    server.destroyForcibly().waitFor();
  }

  private Forked.Outcome run(
      String file, @Nullable String keys, @Nullable String values, Object... more)
      throws IOException {
    Writer lines = server.outputWriter(StandardCharsets.UTF_8);
    lines.write(
        arguments(file, keys, values, more)
            .map(Object::toString)
            .collect(Collectors.joining("\t", "", "\n")));
    lines.flush();
    return new Forked.Outcome(
        Integer.parseInt(Forked.line(server)),
        Forked.line(server).replace('\t', '\n'),
        Forked.line(server).replace('\t', '\n'));
  }

  private Stream<Object> arguments(
      String file, @Nullable String keys, @Nullable String values, Object... more) {
    var arguments = new ArrayList<Object>(List.of(files.resolve(file + ".dat")));
    if (keys != null) {
      arguments.addAll(List.of("--key-class", keys));
    }
    if (values != null) {
      arguments.addAll(List.of("--value-class", values));
    }
    arguments.addAll(List.of("--data", folder.resolve("store")));
    arguments.addAll(List.of(more));
    if (!arguments.contains("--map")) {
      arguments.addAll(List.of("--map", "m"));
    }
    return arguments.stream();
  }

  private StoreMap<Object, Object> imported(
      Store store, int entries, String keyType, String valueType, Forked.Outcome outcome) {
    assertEquals(
        "imported %d entries into /maps/m, keys %s, values %s; all of them compared%n"
            .formatted(entries, keyType, valueType),
        outcome.out(),
        outcome.err());
    assertEquals(0, outcome.code());
    StoreMap<Object, Object> map = store.genericMap("/maps/m");
    assertEquals(entries, map.size());
    assertEquals(valueType, store.describe("/maps/m").valueType());
    return map;
  }

  private Store store() {
    return Stores.open(folder.resolve("store"));
  }

  private static Map<String, @Nullable Object> fields(@Nullable Object... pairs) {
    var fields = new LinkedHashMap<String, @Nullable Object>();
    for (int i = 0; i < pairs.length; i += 2) {
      fields.put((String) pairs[i], pairs[i + 1]);
    }
    return fields;
  }

  private static void fails(String message, Forked.Outcome outcome) {
    assertEquals(1, outcome.code(), outcome.toString());
    assertEquals("", outcome.out());
    String last = outcome.err().lines().toList().getLast();
    assertTrue(last.startsWith("vitrine import chronicle-map: "), outcome.err());
    assertTrue(last.contains(message), outcome.err());
  }

  @Test
  void strings() throws Exception {
    Object[] arguments = arguments("strings", "java.lang.String", "String").toArray();
    Forked.Outcome outcome = forked.run(ImportMain.class, arguments);
    try (Store store = store()) {
      var map = imported(store, 10 * COUNT, "string", "string", outcome);
      for (int i = 0; i < 10 * COUNT; i++) {
        assertEquals("v".repeat(i % 40) + i, map.get("kéy" + i));
      }
    }
    assertTrue(outcome.err().contains("imported 5,000 of 5,000 entries"), outcome.err());
    fails("has 5000 entries; add --into-existing", run("strings", "String", "String"));
    Forked.Outcome again = run("strings", "String", "String", "--into-existing", "--quiet");
    assertEquals(0, again.code(), again.err());
    assertEquals("", again.err());
    // Into a map of other types: refused, and the map is as it was.
    fails("of type", run("bytes", "byte[]", "byte[]", "--into-existing"));
  }

  /** What holds the nodes of a list or the elements of a set is no map to import into. */
  @Test
  void onlyMaps() throws Exception {
    for (String path : List.of("/lists/l", "/sets/s", "/other/m")) {
      Forked.Outcome outcome = run("strings", "String", "String", "--map", path);
      assertEquals(2, outcome.code(), outcome.toString());
      assertTrue(outcome.err().contains(path + " is no path of a map"), outcome.err());
    }
    for (String path : List.of("/maps/..", "/maps/a?b")) {
      Forked.Outcome outcome = run("strings", "String", "String", "--map", path);
      assertEquals(2, outcome.code(), outcome.toString());
      assertTrue(outcome.err().contains("--map: path \"" + path + "\" h"), outcome.err());
    }
    try (Store store = store()) {
      assertEquals(List.of(), List.copyOf(store.list("/")));
    }
  }

  @Test
  void theHashOfTheMapThatIsThere() throws Exception {
    var options = MapOptions.of(Codecs.strings(), Codecs.strings());
    try (Store store = store()) {
      store.map("/maps/m", options.withHash(HashStrategies.siphash(5))).put("a", "b");
    }
    Object[] more = {"--into-existing", "--quiet"};
    Forked.Outcome outcome = run("strings", "String", "String", more);
    assertEquals(0, outcome.code(), outcome.err());
    try (Store store = store()) {
      assertEquals(10 * COUNT + 1, store.genericMap("/maps/m").size());
    }
    Object[] other = {"--into-existing", "--quiet", "--hash", "rapid"};
    fails("has hash siphash, asked for rapid", run("strings", "String", "String", other));
  }

  @Test
  void valuesOfChronicle() throws Exception {
    Forked.Outcome outcome = run("longs", "java.lang.CharSequence", "LongValue");
    try (Store store = store()) {
      var map = imported(store, COUNT, "string", "long", outcome);
      assertEquals(-7L, map.get("k7"));
    }
  }

  @Test
  void valueInterfaces() throws Exception {
    String type = "Position{lots:int,name:string?,open:boolean,part:list<long?>?,x:double}";
    Forked.Outcome outcome = run("positions", "int", Samples.Position.class.getName());
    try (Store store = store()) {
      var map = imported(store, COUNT, "int", type, outcome);
      assertEquals(
          new TypedValue(
              "Position",
              fields(
                  "lots", -7L, "name", "n7", "open", false, "part", List.of(0L, 0L, 7L), "x", 3.5)),
          map.get(7L));
    }
  }

  @Test
  void marshallableObjects() throws Exception {
    String level = "Level{price:double}";
    String type =
        "Quote{id:long,symbol:string?,bid:double,side:Side(BUY,SELL)?,sizes:list<int>?,"
            + "tags:list<string?>?,top:"
            + level
            + "?,live:boolean,code:char}";
    Forked.Outcome outcome = run("quotes", "long", Samples.Quote.class.getName());
    try (Store store = store()) {
      var map = imported(store, COUNT, "long", type, outcome);
      for (long i = 0; i < COUNT; i++) {
        Object expected =
            new TypedValue(
                "Quote",
                fields(
                    "id",
                    i,
                    "symbol",
                    i % 3 == 0 ? null : "S" + i,
                    "bid",
                    i / 4.0,
                    "side",
                    new TypedValue("Side", i % 2 == 0 ? "BUY" : "SELL"),
                    "sizes",
                    List.of(i, -1L),
                    "tags",
                    List.of("t" + i),
                    "top",
                    new TypedValue("Level", fields("price", (double) i)),
                    "live",
                    false,
                    "code",
                    "x"));
        assertEquals(expected, map.get(i));
      }
    }
  }

  @Test
  void objectsThatWriteTheirOwnBytes() throws Exception {
    Forked.Outcome outcome = run("raws", "java.lang.Integer", Samples.Raw.class.getName());
    try (Store store = store()) {
      var map = imported(store, COUNT, "int", "Raw{number:int,text:string?}", outcome);
      assertEquals(new TypedValue("Raw", fields("number", 7L, "text", "é7")), map.get(7));
    }
  }

  @Test
  void serializedObjects() throws Exception {
    Forked.Outcome outcome = run("amounts", "UUID", "java.math.BigDecimal");
    try (Store store = store()) {
      var map = imported(store, COUNT, "uuid", "decimal", outcome);
      assertEquals(new TypedValue("decimal", "7.50"), map.get(new UUID(7, 7)));
    }
  }

  @Test
  void serializedObjectsOfClassesThatWereNamed() throws Exception {
    String legacy = Samples.Legacy.class.getName();
    String inner = Samples.Inner.class.getName();
    fails(
        "it wants an object of class " + inner + ", which nobody named; add --class",
        run("legacy", "String", legacy));
    Forked.Outcome outcome = run("legacy", "String", legacy, "--class", inner);
    String type =
        "Legacy{name:string?,amount:decimal?,at:string?,groups:map<string,set<int?>?>?,"
            + "mixed:list<any?>?,inner:Inner{depth:int,next:any?}?}";
    try (Store store = store()) {
      var map = imported(store, COUNT, "string", type, outcome);
      Object expected =
          new TypedValue(
              "Legacy",
              fields(
                  "name",
                  "n7",
                  "amount",
                  new TypedValue("decimal", "7.50"),
                  "at",
                  "2026-01-02T03:04",
                  "groups",
                  Map.of("g", List.of(7L)),
                  "mixed",
                  Arrays.asList(7L, "x", null, inner(7)),
                  "inner",
                  inner(1)));
      assertEquals(expected, map.get("k7"));
    }
  }

  private static TypedValue inner(long depth) {
    return new TypedValue(
        "Inner", fields("depth", depth, "next", depth == 0 ? null : inner(depth - 1)));
  }

  @Test
  void aSubclassIsToldAndWhatCameBeforeStays() throws Exception {
    Forked.Outcome outcome =
        run(
            "more",
            "String",
            Samples.Legacy.class.getName(),
            "--class",
            Samples.Inner.class.getName(),
            "--class",
            Samples.MoreLegacy.class.getName());
    fails("entry k5=", outcome);
    assertTrue(outcome.err().contains("found a " + Samples.MoreLegacy.class.getName()));
    try (Store store = store()) {
      long size = store.genericMap("/maps/m").size();
      assertTrue(outcome.err().contains("; " + size + " entries were"), outcome.err());
    }
  }

  @Test
  void numbersAndDates() throws Exception {
    Forked.Outcome outcome = run("dates", "java.time.LocalDate", "double");
    try (Store store = store()) {
      var map = imported(store, COUNT, "date", "double", outcome);
      assertEquals(7 / 8.0, map.get("1970-01-08"));
    }
  }

  @Test
  void bytes() throws Exception {
    Forked.Outcome outcome = run("bytes", "byte[]", "byte[]", "--hash", "xxh3");
    try (Store store = store()) {
      var map = imported(store, COUNT, "bytes", "bytes", outcome);
      assertArrayEquals(new byte[7], (byte[]) map.get(new byte[] {1, 0, 7}));
      assertEquals("xxh3", store.describe("/maps/m").hashName());
    }
  }

  @Test
  void hashWithSeed() throws Exception {
    for (String wrong : List.of("xxh3:", "xxh3:x", "xxh3:1.5", "xxh3:18446744073709551616")) {
      Forked.Outcome refused = run("bytes", "byte[]", "byte[]", "--hash", wrong);
      assertEquals(2, refused.code(), refused.toString());
      assertTrue(refused.err().contains("--hash: " + wrong + ": the seed \""), refused.err());
    }
    Forked.Outcome unseeded = run("bytes", "byte[]", "byte[]", "--hash", "crc32c:5");
    assertEquals(2, unseeded.code(), unseeded.toString());
    assertTrue(unseeded.err().contains("without a seed"), unseeded.err());
    Forked.Outcome outcome = run("bytes", "byte[]", "byte[]", "--hash", "xxh3:-7");
    try (Store store = store()) {
      imported(store, COUNT, "bytes", "bytes", outcome);
      assertEquals("xxh3", store.describe("/maps/m").hashName());
      assertEquals(-7, store.describe("/maps/m").hashSeed());
    }
  }

  @Test
  void aClassThatTheFileNamesMustBeNamed() throws Exception {
    String marshaller = Samples.UpperCase.class.getName();
    fails(
        "wants an object of class " + marshaller + ", which nobody named",
        run("marshalled", "String", "java.lang.Object"));
    Forked.Outcome outcome = run("marshalled", "String", "java.lang.Object", "--class", marshaller);
    try (Store store = store()) {
      assertEquals("text", imported(store, 1, "string", "any", outcome).get("a"));
    }
  }

  /** What is found out before Chronicle Map is needed, so without a JVM of its own. */
  private Forked.Outcome here(
      String file, @Nullable String keys, @Nullable String values, Object... more) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code =
        ImportMain.run(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            arguments(file, keys, values, more).map(Object::toString).toArray(String[]::new));
    return new Forked.Outcome(code, out.toString(), err.toString());
  }

  @Test
  void versionIsTold() throws IOException {
    var out = new StringWriter();
    int code = ImportMain.run(new PrintWriter(out, true), new PrintWriter(out, true), "-V");
    String version = out.toString().strip();
    String pom = Files.readString(Path.of("..", "pom.xml"));
    assertEquals(0, code, version);
    assertTrue(version.startsWith("vitrine "), version);
    assertTrue(pom.contains("<version>" + version.substring(8) + "-SNAPSHOT</version>"), version);
  }

  @Test
  void wrongClassesAreTold() {
    fails(
        "has values of class String, --value-class is java.lang.Long",
        here("strings", "String", "Long"));
    fails("has keys of class String, --key-class is byte[]", here("strings", "byte[]", "String"));
    fails(
        "--key-class is com.acme.Id, a class that is not there",
        here("strings", "com.acme.Id", "String"));
    fails(
        "holds keys of class String and values of class String; confirm it",
        here("strings", null, null));
    fails(
        "--classpath has /no/such.jar",
        here("strings", "String", "String", "--classpath", "/no/such.jar"));
    assertTrue(Files.notExists(folder.resolve("store")));
  }

  @Test
  void filesThatAreNoneAreTold() throws Exception {
    fails("there is no file", here("none", "String", "String"));
    for (String text : List.of("", "short", "a letter to somebody, and rather a long one")) {
      Files.writeString(files.resolve("letter.dat"), text);
      fails("is no file of Chronicle Map", here("letter", "String", "String"));
    }
    byte[] whole = Files.readAllBytes(files.resolve("strings.dat"));
    Files.write(files.resolve("letter.dat"), Arrays.copyOf(whole, 1_000));
    fails("is no file of Chronicle Map", here("letter", "String", "String"));
    assertTrue(Files.notExists(folder.resolve("store")));
  }

  /** A value interface, for which Chronicle compiles classes, and an object, both unknown here. */
  @Test
  void classesOfTheUserComeFromTheirClassPath() throws Exception {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Path source = Files.createDirectory(folder.resolve("acme")).resolve("Make.java");
    Files.writeString(
        source,
        """
        package acme;
        import net.openhft.chronicle.map.ChronicleMap;
        import net.openhft.chronicle.values.Values;
        public class Make {
          public interface Tick {
            long getAt();
            void setAt(long at);
            double getPrice();
            void setPrice(double price);
          }
          public static class Id extends net.openhft.chronicle.wire.SelfDescribingMarshallable {
            String name;
            public Id() {}
          }
          public static void main(String[] args) throws Exception {
            try (ChronicleMap<Id, Tick> map =
                ChronicleMap.of(Id.class, Tick.class).averageKeySize(20).entries(9)
                    .createPersistedTo(new java.io.File(args[0]))) {
              Id id = new Id();
              id.name = "n";
              Tick tick = Values.newHeapInstance(Tick.class);
              tick.setAt(5);
              tick.setPrice(1.5);
              map.put(id, tick);
            }
          }
        }
        """);
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), source.toString());
    assertEquals(0, compiled);
    Forked.Outcome made = forked.run("acme.Make", List.of(classes), files.resolve("ticks.dat"));
    assertEquals(0, made.code(), made.err());
    fails("acme.Make$Id, a class that is not there", here("ticks", "acme.Make$Id", "long"));
    Object[] arguments =
        arguments("ticks", "acme.Make$Id", "acme.Make$Tick", "--classpath", classes).toArray();
    Forked.Outcome outcome = forked.run(ImportMain.class, arguments);
    try (Store store = store()) {
      var map = imported(store, 1, "Id{name:string?}", "Tick{at:long,price:double}", outcome);
      assertEquals(
          new TypedValue("Tick", fields("at", 5L, "price", 1.5)), map.get(Map.of("name", "n")));
    }
  }

  @Test
  void aFileInUseIsTold() throws Exception {
    Process holder = forked.start(HoldOpen.class, files.resolve("strings.dat"));
    try {
      assertEquals("open with " + 10 * COUNT, Forked.line(holder));
      fails("is open in another process", run("strings", "String", "String"));
    } finally {
      holder.destroyForcibly().waitFor();
    }
  }

  @Test
  void aFullDiskIsToldWithItsEntry() throws Exception {
    Path small = Files.createDirectory(folder.resolve("store"));
    if (system("mount", "-t", "tmpfs", "-o", "size=4m", "none", small.toString()) != 0) {
      abort("this process may not mount, so no full disk was tried");
    }
    try {
      Forked.Outcome outcome = run("strings", "String", "String", "--quiet");
      fails(" cannot be imported: " + small, outcome);
      assertTrue(
          outcome.err().matches("(?s).*: entry k\u00e9y\\d+=.*; [1-9]\\d* entries were\\s*"),
          outcome.err());
    } finally {
      assertEquals(0, system("umount", "-l", small.toString()));
    }
  }

  @Test
  void aFileThatCountsEntriesThatAreNotThereIsTold() throws Exception {
    Path file = files.resolve("miscounted.dat");
    Files.copy(files.resolve("strings.dat"), file);
    Forked.Outcome made = forked.run(Miscount.class, file, 1);
    assertEquals(0, made.code(), made.err());
    fails(
        "Size diverged?; it counts more entries than it has, so copy it anew, or open the file"
            + " once with ChronicleMapBuilder.recoverPersistedTo",
        run("miscounted", "String", "String"));
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
}
