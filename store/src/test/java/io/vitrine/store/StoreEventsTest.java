package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording is told. */
class StoreEventsTest {
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);

  @TempDir Path folder;

  @AfterEach
  void noHook() {
    Step.hook(null);
  }

  @Test
  void growthTakeoverAndRepair() throws Exception {
    Path data = folder.resolve("data");
    List<RecordedEvent> events = new ArrayList<>();
    try (var recording = new Recording()) {
      for (String name :
          List.of(
              "FileGrowth", "TableGrowth", "Takeover", "Repair", "LogFileCreation", "Compaction")) {
        recording.enable("io.vitrine." + name);
      }
      recording.start();
      grow(data);
      dieWithinAPut(data);
      try (Store store = Stores.open(data)) {
        store.map("/maps/a", OPTIONS).put(1L, new byte[1]);
        store.compact("/maps/a");
      }
      recording.stop();
      Path file = folder.resolve("recording.jfr");
      recording.dump(file);
      events.addAll(RecordingFile.readAllEvents(file));
    }
    RecordedEvent growth = first(events, "FileGrowth");
    assertTrue(growth.getString("file").endsWith("a.vtr"), growth.toString());
    assertTrue(growth.getLong("bytesAfter") > growth.getLong("bytesBefore"));
    RecordedEvent table = first(events, "TableGrowth");
    assertEquals(0, table.getInt("segment"));
    assertTrue(table.getLong("linesAfter") > table.getLong("linesBefore"));
    RecordedEvent takeover = first(events, "Takeover");
    assertTrue(takeover.getString("file").endsWith("a.vtr"), takeover.toString());
    RecordedEvent repair = first(events, "Repair");
    assertTrue(!repair.getDuration().isNegative());
    assertTrue(!repair.getDuration().minus(takeover.getDuration()).isPositive(), "a part of it");
    RecordedEvent compaction = first(events, "Compaction");
    assertTrue(compaction.getString("file").endsWith("a.vtr"), compaction.toString());
    assertEquals(3_000, compaction.getLong("entries"));
    assertTrue(compaction.getLong("bytesBefore") > 0 && compaction.getLong("bytesAfter") > 0);
    assertTrue(compaction.getDuration("pause").compareTo(compaction.getDuration()) <= 0);
    RecordedEvent log = first(events, "LogFileCreation");
    assertTrue(log.getString("file").endsWith(".log") && log.getLong("bytes") >= 1 << 20);
  }

  @Test
  void forcesAndCheckpoints() throws Exception {
    List<RecordedEvent> events = new ArrayList<>();
    try (var recording = new Recording()) {
      recording.enable("io.vitrine.Force").withThreshold(Duration.ZERO);
      recording.enable("io.vitrine.Checkpoint");
      recording.start();
      var options = StoreOptions.defaults().withDurability(Durability.SYNC);
      try (Store store = Stores.open(folder.resolve("data"), options)) {
        store.map("/maps/a", OPTIONS).put(1L, new byte[1]);
        assertTrue(store.statistics().forces() > 0);
        assertTrue(store.statistics().forceNanos() > 0);
      }
      recording.stop();
      Path file = folder.resolve("recording.jfr");
      recording.dump(file);
      events.addAll(RecordingFile.readAllEvents(file));
    }
    RecordedEvent force = first(events, "Force");
    assertTrue(force.getLong("bytes") > 0 && !force.getDuration().isNegative(), force.toString());
    RecordedEvent checkpoint = first(events, "Checkpoint");
    assertTrue(checkpoint.getLong("bytes") > 0, checkpoint.toString());
    assertTrue(checkpoint.getLong("revision") >= 0);
  }

  private static RecordedEvent first(List<RecordedEvent> events, String name) {
    return events.stream()
        .filter(event -> event.getEventType().getName().equals("io.vitrine." + name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no event " + name + " in " + events));
  }

  private static void grow(Path data) {
    try (Store store = Stores.open(data)) {
      StoreMap<Long, byte[]> map = store.map("/maps/a", OPTIONS);
      for (long key = 0; key < 3_000; key++) {
        map.put(key, new byte[500]);
      }
    }
  }

  private static void dieWithinAPut(Path data) throws InterruptedException {
    var stopped = new CountDownLatch(1);
    MappedStore victim = (MappedStore) Stores.open(data);
    StoreMap<Long, byte[]> map = victim.map("/maps/a", OPTIONS);
    Thread writer = Thread.ofPlatform().daemon().unstarted(() -> map.put(1L, new byte[2]));
    Step.hook(at -> {
      if (Thread.currentThread().equals(writer) && at == Step.SLOT_SWUNG) {
        stopped.countDown();
        while (true) {
          LockSupport.park();
        }
      }
    });
    writer.start();
    assertTrue(stopped.await(60, TimeUnit.SECONDS));
    victim.attachment().close();
  }
}
