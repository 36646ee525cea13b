package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever call of a store meets a page that is no longer there says so: none ends in an error of
 * the JVM, and none ends the process. In a JVM that interprets everything, where an access throws
 * at once, and an atomic operation would end the process.
 */
class CutOffTest {
  @TempDir Path folder;

  @Test
  void everyCallWhereNothingOfAMapIsLeft() {
    Map<String, String> told = tell("blocks.vtr", "0");
    for (String call :
        List.of(
            "get",
            "getVersioned",
            "containsKey",
            "getAll",
            "batchGet",
            "size",
            "statistics",
            "lookupStatistics",
            "cursor",
            "forEach",
            "snapshotBefore",
            "snapshot",
            "groupGet",
            "put",
            "putIfAbsent",
            "remove",
            "compareAndSet",
            "visit",
            "putAll",
            "putAllIfAbsent",
            "removeAll",
            "batchPut",
            "exclusively",
            "publish",
            "groupPut",
            "clear",
            "describe",
            "mapStatistics",
            "sweep",
            "sweepExpired",
            "copy",
            "compact",
            "compactAll")) {
      assertEquals("CorruptStoreException", told.get(call), call);
    }
    assertEquals("nothing", told.get("wordAdd"), "another map");
  }

  @Test
  void everyCallWhereHalfOfAMapIsLeft() {
    Map<String, String> told = tell("blocks.vtr", "200000");
    for (String call : List.of("get", "getAll", "batchGet", "forEach", "copy", "compact")) {
      assertEquals("CorruptStoreException", told.get(call), call);
    }
  }

  @Test
  void everyCallWhereNothingOfACompactMapIsLeft() {
    Map<String, String> told = tell("compact.vtr", "0");
    for (String call :
        List.of(
            "wordGet",
            "wordHas",
            "wordForEach",
            "wordPut",
            "wordAdd",
            "wordSet",
            "wordRemove",
            "wordPutAll",
            "groupPut",
            "generic",
            "copy",
            "compactAll")) {
      assertEquals("CorruptStoreException", told.get(call), call);
    }
    assertEquals("nothing", told.get("put"), "another map");
  }

  @Test
  void everyCallWhereNothingOfTheLogIsLeft() {
    Map<String, String> told = tell(".log", "0");
    for (String call :
        List.of(
            "put",
            "remove",
            "putAll",
            "batchPut",
            "publish",
            "groupPut",
            "wordPut",
            "wordAdd",
            "tailerBefore",
            "tailer",
            "reserved",
            "copy",
            "compact",
            "another",
            "drop")) {
      assertEquals("CorruptStoreException", told.get(call), call);
    }
    assertEquals("nothing", told.get("get"), "what needs no log");
  }

  @Test
  void everyCallWhereNothingOfTheControlFileIsLeft() {
    Map<String, String> told = tell("store.vtr", "0");
    for (String call :
        List.of(
            "put",
            "publish",
            "groupPut",
            "wordPut",
            "tailer",
            "revision",
            "oldest",
            "copy",
            "compact",
            "another",
            "storeStatistics",
            "sweep",
            "drop",
            "openReadOnly",
            "close")) {
      assertEquals("CorruptStoreException", told.get(call), call);
    }
    assertEquals("nothing", told.get("get"), "what needs no control file");
  }

  /**
   * What each call gives; asserts that it is nothing else than nothing, or an exception of ours.
   */
  private Map<String, String> tell(String file, String left) {
    var told = new TreeMap<String, String>();
    try (ChildJvm victim =
        ChildJvm.start(CutOffCalls.class, List.of("-Xint"), folder.toString(), file, left)) {
      String line = victim.line();
      for (; line != null && !line.startsWith("end"); line = victim.line()) {
        String[] words = line.split(" ", 2);
        told.put(words[0], words[1]);
      }
      assertNotNull(line, () -> "the process has ended after " + told);
    }
    Set<String> kinds = Set.of("nothing", "CorruptStoreException", "StoreException");
    told.forEach((call, kind) -> assertTrue(kinds.contains(kind), () -> call + ": " + kind));
    return told;
  }
}
