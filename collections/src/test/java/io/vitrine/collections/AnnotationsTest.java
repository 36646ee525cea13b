package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a collection ends with it, and with nothing else. */
class AnnotationsTest {
  private static final String PATH = "/maps/m";

  @TempDir Path folder;

  @Test
  void whatIsSaidWhileACollectionIsDroppedIsNotOfTheNextOne() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      vitrine.map(PATH, String.class, Long.class);
      var asked = new AtomicInteger();
      BooleanSupplier exists =
          () -> {
            boolean isThere = vitrine.describe(PATH) != null;
            if (asked.getAndIncrement() == 0) {
              assertTrue(vitrine.drop(PATH)); // right after it was seen
            }
            return isThere;
          };
      assertThrows(
          IllegalArgumentException.class,
          () -> Annotations.set(vitrine, PATH, "unit", "EUR", exists));
      vitrine.map(PATH, String.class, Long.class);
      assertEquals(Map.of(), vitrine.annotations(PATH));
    }
  }

  @Test
  void toRemoveWhatWasNeverSaidMakesNothing() {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      vitrine.map(PATH, String.class, Long.class);
      vitrine.annotate(PATH, "unit", null);
      assertEquals(List.of(PATH), vitrine.list(""));
      vitrine.annotate(PATH, "unit", "EUR");
      vitrine.annotate(PATH, "unit", null);
      assertEquals(Map.of(), vitrine.annotations(PATH));
    }
  }

  @Test
  void whatADroppedCollectionLeftIsNotOfTheNextOne() throws Exception {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      vitrine.map(PATH, String.class, Long.class);
      vitrine.set("/sets/s", String.class);
      vitrine.list("/lists/l", String.class);
      vitrine.map("/maps/other", String.class, Long.class);
      for (String path : vitrine.list("")) {
        vitrine.annotate(path, "unit", "EUR");
        if (!path.equals("/maps/other")) {
          assertThrows(
              IllegalStateException.class,
              () -> Annotations.drop(vitrine, path, AnnotationsTest::dies, () -> true));
        }
      }
    }
    try (Store store = Stores.open(folder)) { // as who dies before he has removed them
      store.drop(PATH);
      store.drop("/sets/s");
      store.drop("/lists/l");
    }
    try (Vitrine vitrine = Vitrine.open(folder)) {
      vitrine.map(PATH, String.class, Long.class);
      vitrine.set("/sets/s", String.class);
      vitrine.list("/lists/l", String.class);
      vitrine.map("/maps/other", String.class, Long.class);
      for (String path : new String[] {PATH, "/sets/s", "/lists/l"}) {
        assertEquals(Map.of(), vitrine.annotations(path), path);
      }
      assertEquals(Map.of("unit", "EUR"), vitrine.annotations("/maps/other"));
      vitrine.drop("/maps/other");
      assertEquals(Map.of(), vitrine.annotations("/maps/other"));
    }
  }

  @SuppressWarnings("DoNotCallSuggester")
  private static boolean dies() {
    throw new IllegalStateException("killed");
  }

  /** A map of that name may be anybody's, and its file may be damaged. */
  @Test
  void whateverIsInTheMapOfAnnotationsKeepsNobodyFromCollections() throws Exception {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      vitrine.map(Annotations.PATH, Long.class, Long.class).put(1L, 2L);
      vitrine.map(PATH, String.class, Long.class).put("a", 1L);
      assertTrue(vitrine.drop(PATH));
      vitrine.map(PATH, String.class, Long.class).put("a", 1L);
    }
    Path file = folder.resolve("maps/annotations.vtr");
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(64), 0);
    }
    try (Vitrine vitrine = Vitrine.open(folder)) {
      assertTrue(vitrine.drop(PATH));
      vitrine.list("/lists/l", String.class).add("a");
      assertEquals(List.of("a"), vitrine.list("/lists/l", String.class));
    }
  }

  /** Somebody makes the collection anew right when its dropper has seen that there is none. */
  @Test
  void whatIsSaidOfANewOneWhileTheFormerIsForgottenStays() throws Exception {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      vitrine.map(PATH, String.class, Long.class);
      vitrine.annotate(PATH, "unit", "EUR");
      BooleanSupplier isThere =
          () -> {
            boolean was = vitrine.describe(PATH) != null;
            vitrine.map(PATH, String.class, Long.class);
            vitrine.annotate(PATH, "unit", "USD");
            return was;
          };
      try (Store store = Stores.open(folder)) {
        assertTrue(Annotations.drop(vitrine, PATH, () -> store.drop(PATH), isThere));
      }
      assertEquals(Map.of("unit", "USD"), vitrine.annotations(PATH));
    }
  }

  /** Somebody else made the collection anew, and said the same of it. */
  @Test
  void whatIsSaidAnewStays() throws Exception {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      vitrine.map(PATH, String.class, Long.class);
      vitrine.annotate(PATH, "unit", "EUR");
      vitrine.annotate(PATH, "name", "m");
      Map<String, Long> former = Annotations.revisions(vitrine, PATH);
      vitrine.annotate(PATH, "unit", "USD");
      Annotations.forget(vitrine, former);
      assertEquals(Map.of("unit", "USD"), vitrine.annotations(PATH));
    }
  }
}
