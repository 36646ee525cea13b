package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said of a collection ends with it, and with nothing else. */
class AnnotationsTest {
  private static final String PATH = "/maps/m";

  @TempDir Path folder;

  @Test
  void whatADroppedCollectionLeftIsNotOfTheNextOne() throws Exception {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      vitrine.map(PATH, String.class, Long.class);
      vitrine.set("/sets/s", String.class);
      vitrine.list("/lists/l", String.class);
      vitrine.map("/maps/other", String.class, Long.class);
      for (String path : vitrine.list("")) {
        vitrine.annotate(path, "unit", "EUR");
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
