package io.vitrine.remote.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.ListEvent;
import io.vitrine.collections.StoreCare;
import io.vitrine.collections.Vitrine;
import io.vitrine.store.CheckOptions;
import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A list is imported as a whole or not at all, whoever else is at it. */
@Timeout(300)
class MapLinesListsTest {
  private static final String PATH = "/lists/q";

  @TempDir private Path folder;

  private static List<String> elements(String prefix, int count) {
    return IntStream.range(0, count).mapToObj(i -> prefix + i).toList();
  }

  private byte[] exported(String prefix, int count) {
    Path of = folder.resolve(prefix);
    try (Vitrine vitrine = Vitrine.open(of)) {
      vitrine.list("q", String.class).addAll(elements(prefix, count));
    }
    var text = new StringWriter();
    try (Store store = Stores.openReadOnly(of)) {
      MapLines.write(store, PATH, LineFormat.YAML, text);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  /** A file of which the last part comes only when somebody lets it come. */
  private static final class Halting extends InputStream {
    private final ByteArrayInputStream all;
    private final int stop;
    private final CountDownLatch halts = new CountDownLatch(1);
    private final CountDownLatch goes = new CountDownLatch(1);
    private int at;

    Halting(byte[] all) {
      this.all = new ByteArrayInputStream(all);
      this.stop = all.length / 2;
    }

    @Override
    public int read() {
      if (at++ == stop) {
        halts.countDown();
        try {
          assertTrue(goes.await(100, TimeUnit.SECONDS), "nobody lets it go on");
        } catch (InterruptedException e) {
          throw new IllegalStateException(e);
        }
      }
      return all.read();
    }

    @Override
    public int read(byte[] into, int from, int length) {
      int next = read();
      if (next < 0) {
        return -1;
      }
      into[from] = (byte) next;
      return 1;
    }
  }

  @Test
  void whoAddsMeanwhileWaits() throws InterruptedException {
    var in = new Halting(exported("a", 2_000));
    Path to = folder.resolve("to");
    try (Store store = Stores.open(to);
        Vitrine other = Vitrine.open(to)) {
      var imported = CompletableFuture.supplyAsync(() -> MapLines.read(store, null, "f", in));
      in.halts.await();
      var added = CompletableFuture.runAsync(() -> other.list("q", String.class).add("mine"));
      in.goes.countDown();
      imported.join();
      added.join();
      List<String> list = List.copyOf(other.list("q", String.class));
      assertEquals(2_001, list.size());
      assertEquals(elements("a", 2_000), list.subList(0, 2_000));
      assertEquals("mine", list.getLast());
    }
    assertTrue(StoreCare.check(to, CheckOptions.defaults()).isClean());
  }

  @Test
  void oneOfTwoIsRefused() throws InterruptedException {
    var in = new Halting(exported("a", 2_000));
    byte[] second = exported("b", 900);
    Path to = folder.resolve("to");
    try (Store store = Stores.open(to);
        Store other = Stores.open(to)) {
      var first = CompletableFuture.supplyAsync(() -> MapLines.read(store, null, "f", in));
      in.halts.await();
      var refused =
          CompletableFuture.supplyAsync(
              () -> MapLines.read(other, null, "g", new ByteArrayInputStream(second)));
      in.goes.countDown();
      first.join();
      var thrown = assertThrows(CompletionException.class, refused::join);
      assertTrue(thrown.getMessage().contains("is a list that is there"), thrown::getMessage);
    }
    try (Vitrine vitrine = Vitrine.open(to)) {
      assertEquals(elements("a", 2_000), List.copyOf(vitrine.list("q", String.class)));
    }
    assertTrue(StoreCare.check(to, CheckOptions.defaults()).isClean());
  }

  /** Wherever the file ends, there is no list, and the whole file can be imported. */
  @Test
  void ofAPartThereIsNoList() {
    byte[] all = exported("a", 2_000);
    Path to = folder.resolve("to");
    for (int part = 1; part < 8; part++) {
      byte[] cut = Arrays.copyOf(all, all.length * part / 8);
      try (Store store = Stores.open(to)) {
        assertThrows(
            LinesException.class,
            () -> MapLines.read(store, null, "f", new ByteArrayInputStream(cut)));
      }
      assertTrue(StoreCare.check(to, CheckOptions.defaults()).isClean());
      try (Store store = Stores.openReadOnly(to)) {
        assertTrue(store.describe(PATH).entries() == 0);
      }
    }
    try (Store store = Stores.open(to)) {
      MapLines.read(store, null, "f", new ByteArrayInputStream(all));
    }
    try (Vitrine vitrine = Vitrine.open(to)) {
      assertEquals(elements("a", 2_000), List.copyOf(vitrine.list("q", String.class)));
    }
  }

  @Test
  void linesAreNotMixedWithAListThatIsThere() {
    byte[] all = exported("a", 300);
    try (Store store = Stores.inMemory()) {
      long imported = MapLines.read(store, null, "f", new ByteArrayInputStream(all)).entries();
      long entries = store.describe(PATH).entries();
      var thrown =
          assertThrows(
              LinesException.class,
              () -> MapLines.read(store, null, "f", new ByteArrayInputStream(all)));
      assertEquals(
          "f:1: /lists/q is a list that is there, with "
              + entries
              + " entries, expected none: drop it before, or give another path; 0 entries were"
              + " imported",
          thrown.getMessage());
      assertEquals(entries, store.describe(PATH).entries());
      assertEquals(
          imported, MapLines.read(store, "/lists/n", "f", new ByteArrayInputStream(all)).entries());
    }
  }

  /** As a process leaves them that dies amid an import: a mark, and some nodes. */
  private static void die(Store store) {
    var map = store.map(PATH, MapOptions.of(Codecs.longs(), Codecs.bytes()));
    map.put(-4L, new byte[0]);
    map.put(5L, new byte[] {0, 1, 9});
    map.put(0L, new byte[] {1, 0});
  }

  @Test
  void whatAnImportLeftThatDiedIsNoDamage_andIsReplaced() {
    byte[] all = exported("a", 300);
    Path to = folder.resolve("to");
    try (Store store = Stores.open(to)) {
      die(store);
    }
    assertEquals(0, StoreCare.check(to, CheckOptions.defaults()).damages());
    try (Store store = Stores.open(to)) {
      MapLines.read(store, null, "f", new ByteArrayInputStream(all));
    }
    try (Vitrine vitrine = Vitrine.open(to)) {
      assertEquals(elements("a", 300), List.copyOf(vitrine.list("q", String.class)));
      assertTrue(vitrine.drop(PATH));
    }
    try (Store store = Stores.open(to)) {
      die(store);
    }
    try (Vitrine vitrine = Vitrine.open(to)) {
      List<Long> list = vitrine.list("q", Long.class);
      list.add(5L);
      assertEquals(List.of(5L), list);
    }
    assertTrue(StoreCare.check(to, CheckOptions.defaults()).isClean());
  }

  /** Nobody can have it as another list before it is known what it is. */
  @Test
  void whoOpensAListOfAnotherTypeMeanwhileIsRefused() throws InterruptedException {
    var in = new Halting(exported("a", 2_000));
    Path to = folder.resolve("to");
    try (Store store = Stores.open(to);
        Vitrine other = Vitrine.open(to)) {
      var imported = CompletableFuture.supplyAsync(() -> MapLines.read(store, null, "f", in));
      in.halts.await();
      var opened = CompletableFuture.supplyAsync(() -> other.list("q", Long.class).size());
      in.goes.countDown();
      imported.join();
      var thrown = assertThrows(CompletionException.class, opened::join);
      assertTrue(thrown.getMessage().contains("has elements of type string"), thrown::getMessage);
    }
  }

  /** Who subscribes as soon as he can has what there is, and is told of what comes then. */
  @Test
  void aCopyIsExact() throws InterruptedException {
    Path from = folder.resolve("from");
    var text = new StringWriter();
    try (Vitrine vitrine = Vitrine.open(from)) {
      var list = vitrine.list("q", String.class);
      list.addAll(elements("a", 2_000));
      list.subList(0, 900).clear(); // which is what the last change there was
    }
    try (Store store = Stores.openReadOnly(from)) {
      MapLines.write(store, PATH, LineFormat.JSON, text);
    }
    var in = new Halting(text.toString().getBytes(StandardCharsets.UTF_8));
    Path to = folder.resolve("to");
    try (Store store = Stores.open(to);
        Vitrine other = Vitrine.open(to)) {
      var imported = CompletableFuture.supplyAsync(() -> MapLines.read(store, null, "f", in));
      in.halts.await();
      var copy = new ArrayList<String>();
      var opened =
          CompletableFuture.supplyAsync(() ->
              other
                  .list("q", String.class)
                  .subscribe(
                      ElementOptions.<String>all(),
                      (ListEvent<String> event, long _) -> {
                        synchronized (copy) {
                          switch (event) {
                            case ListEvent.Removed<String> e -> copy.remove(e.index());
                            case ListEvent.Inserted<String> e -> copy.add(e.index(), e.value());
                            case ListEvent.Existing<String> e -> copy.add(e.index(), e.value());
                            case ListEvent.Updated<String> e -> copy.set(e.index(), e.value());
                          }
                        }
                      }));
      in.goes.countDown();
      imported.join();
      opened.join();
      var list = other.list("q", String.class);
      list.add("last");
      Await.until(
          () -> {
            synchronized (copy) {
              return copy.equals(List.copyOf(list));
            }
          },
          "the copy");
    }
  }

  @Test
  void aNodeHasNoTimeToLive_andNoneIsCounted() {
    var lines = new String(exported("a", 2_000), StandardCharsets.UTF_8);
    int end = lines.lastIndexOf("}\n", lines.lastIndexOf("- {end"));
    String text =
        lines.substring(0, end) + ", expires: '2999-01-01T00:00:00Z'" + lines.substring(end);
    try (Store store = Stores.inMemory()) {
      var thrown =
          assertThrows(
              LinesException.class,
              () ->
                  MapLines.read(
                      store,
                      null,
                      "f",
                      new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))));
      assertTrue(thrown.getMessage().contains("of a part of a list"), thrown::getMessage);
      assertTrue(thrown.getMessage().endsWith("; 0 entries were imported"), thrown::getMessage);
      assertEquals(0, thrown.entries());
    }
  }

  /** Some line is not there, and the last one counts the others. */
  @Test
  void ofNodesThatMakeNoListThereIsNone() {
    var lines = new String(exported("a", 2_000), StandardCharsets.UTF_8).lines().toList();
    for (int gone = 1; gone < lines.size() - 1; gone++) {
      if (lines.get(gone).matches("- .key: -[12],.*")) {
        continue; // what the last change was, and what the next one removes
      }
      var left = new StringBuilder();
      for (int i = 0; i < lines.size(); i++) {
        String line =
            i == lines.size() - 1 ? "- {end: {entries: " + (lines.size() - 3) + "}}" : lines.get(i);
        left.append(i == gone ? "" : line + "\n");
      }
      try (Store store = Stores.inMemory()) {
        byte[] text = left.toString().getBytes(StandardCharsets.UTF_8);
        String without = lines.get(gone);
        var thrown =
            assertThrows(
                LinesException.class,
                () -> MapLines.read(store, null, "f", new ByteArrayInputStream(text)),
                () -> without);
        String message = thrown.getMessage();
        assertTrue(message.contains("no whole list") || message.contains(" of its list"), message);
        assertEquals(0, store.describe(PATH).entries());
      }
    }
  }
}
