package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever class a file names, nothing loads it and nothing runs its code. */
class NoCodeFromFilesTest {
  private static final String NAME = "io.vitrine.store.NamedByFile";

  // The property's name is a constant, so that to use it here does not load the class.
  private static final String LOADED = NamedByFile.LOADED;

  @TempDir Path folder;

  private final List<String> asked = new ArrayList<>();
  private ClassLoader before = ClassLoader.getSystemClassLoader();

  @BeforeEach
  void watchTheContext() {
    before = Thread.currentThread().getContextClassLoader();
    Thread.currentThread()
        .setContextClassLoader(
            new ClassLoader(before) {
              @Override
              protected Class<?> loadClass(String name, boolean resolve)
                  throws ClassNotFoundException {
                if (name.contains("NamedByFile")) {
                  asked.add(name);
                }
                return super.loadClass(name, resolve);
              }
            });
  }

  @AfterEach
  void nobodyWasAsked() {
    Thread.currentThread().setContextClassLoader(before);
    assertEquals(List.of(), asked);
    assertNull(System.getProperty(LOADED));
  }

  /** Uses a store in every way that reads what its files say. */
  private void useAll() {
    for (boolean readOnly : new boolean[] {false, true}) {
      try (Store store = readOnly ? Stores.openReadOnly(folder) : Stores.open(folder)) {
        for (String path : store.list("/")) {
          assertNotNull(store.describe(path));
          StoreMap<Object, Object> map = store.genericMap(path);
          assertNotNull(map);
          map.forEach((key, value) -> assertNotNull(map.get(key)));
        }
        store.tailer(store.oldestRevision()).poll(change -> true, 1_000);
      }
    }
    Stores.check(folder);
    Stores.repair(folder);
  }

  @Test
  void typesOfMapsNameNothingToLoad() {
    List<String> types =
        List.of(
            "!" + NAME, NAME + "{a:long}", NAME + "(A,B)", "list<" + NAME + "{b:string?}>", "any");
    try (Store store = Stores.open(folder)) {
      for (int i = 0; i < types.size(); i++) {
        Codec<Object> codec = Codecs.of(types.get(i));
        StoreMap<Object, Object> map =
            store.map("/maps/" + NAME + i, MapOptions.of(Codecs.of("any"), codec).withSegments(1));
        map.put(NAME, value(i));
      }
    }
    useAll();
  }

  private static Object value(int type) {
    return switch (type) {
      case 0 -> new TypedValue(NAME, Map.of("bytes", new byte[] {1, 2}));
      case 1 -> Map.of("a", 5L);
      case 2 -> "A";
      case 3 -> List.of(Map.of("b", NAME));
      default -> new TypedValue(NAME, NAME);
    };
  }

  @Test
  void aHeaderThatNamesAClassIsRefusedOrReadAsData() throws IOException {
    for (String other : List.of("!" + NAME, NAME + "{a:int}", NAME + "(A)", "(" + NAME)) {
      folder = folder.resolve("next");
      long epoch;
      String type = "A".repeat(28) + "{a:long,b:long}"; // as long as what takes its place
      try (Store store = Stores.open(folder)) {
        Codec<Object> codec = Codecs.of(type);
        StoreMap<Object, Object> map =
            store.map("/maps/a", MapOptions.of(Codecs.of("long"), codec).withSegments(1));
        map.put(1L, Map.of("a", 1L, "b", 2L));
        epoch = store.epoch();
      }
      try (MapFile file = MapFile.open(new DiskFiles(folder), "maps/a.vtr", epoch)) {
        overwrite(file, type.length(), (other + " ".repeat(60)).substring(0, type.length()));
      }
      useWhatCanBe();
    }
  }

  /** Puts another text in the place of the value's type, and makes the header's check fit. */
  private static void overwrite(MapFile file, int length, String text) {
    long at = MapLayout.META + 4 + file.path.length() + 4 + file.keyType.length() + 4;
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertEquals(length, bytes.length);
    for (int i = 0; i < length; i++) {
      file.memory().set(java.lang.foreign.ValueLayout.JAVA_BYTE, at + i, bytes[i]);
    }
    Memory.set(file.memory(), MapLayout.CHECK, MapHeader.check(file.memory()));
  }

  private void useWhatCanBe() {
    try (Store store = Stores.open(folder)) {
      store.describe("/maps/a");
      StoreMap<Object, Object> map = store.genericMap("/maps/a");
      assertNotNull(map);
      assertNotNull(map.get(1L));
    } catch (StoreException e) {
      // no such type, or no such value
    }
    Stores.check(folder);
    Stores.repair(folder);
  }
}
