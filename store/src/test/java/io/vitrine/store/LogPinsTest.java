package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who copies maps gets the log that came meanwhile, however little of it is to be retained. */
class LogPinsTest {
  private static final MapOptions<Long, byte[]> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(4);
  private static final String PATH = "/maps/m";
  private static final StoreOptions NOTHING_RETAINED = new StoreOptions(0).withLogFromStart();
  private static final long KEYS = 100;
  private static final int MUCH = 300; // changes of 128 KiB: several of the log's files

  @TempDir Path folder;

  private Store store;
  private Store other;

  @BeforeEach
  void open() {
    store = Stores.open(folder.resolve("store"), NOTHING_RETAINED);
    other = Stores.open(folder.resolve("store"), NOTHING_RETAINED);
    for (long key = 0; key < KEYS; key++) {
      store.map(PATH, OPTIONS).put(key, value(key, 0));
    }
  }

  @AfterEach
  void close() {
    Step.hook(null);
    other.close();
    store.close();
  }

  private static byte[] value(long key, int round) {
    var value = new byte[64 << 10];
    value[0] = (byte) key;
    value[1] = (byte) round;
    return value;
  }

  /** Lets the log go on by several files, which another process makes, and so retains nothing. */
  private void writeMuch(int round) {
    StoreMap<Long, byte[]> map = other.map(PATH, OPTIONS);
    for (int i = 0; i < MUCH; i++) {
      map.put(i % KEYS, value(i % KEYS, round));
    }
  }

  /** Has others write much when a copy comes to a point for the first time. */
  private AtomicBoolean writeMuchAt(Step step) {
    var written = new AtomicBoolean();
    Step.hook(at -> {
      if (at == step && written.compareAndSet(false, true)) {
        writeMuch(1);
      }
    });
    return written;
  }

  private static void assertWritten(Store store, int round) {
    StoreMap<Long, byte[]> map = store.map(PATH, OPTIONS);
    assertEquals(KEYS, map.size());
    for (long key = 0; key < KEYS; key++) {
      assertArrayEquals(value(key, round), map.get(key), "key " + key);
    }
  }

  /** How much log there is when some more was written. */
  private long retained() {
    writeMuch(2);
    return store.revision() - store.oldestRevision();
  }

  @Test
  void aCopyOfTheStoreHasWhatWasWrittenMeanwhile() {
    long usual = retained();
    AtomicBoolean written = writeMuchAt(Step.COPY_READ);
    Path target = folder.resolve("copy");
    store.snapshot(target);
    assertTrue(written.get());
    try (Store copy = Logged.open(target)) {
      assertWritten(copy, 1);
    }
    assertTrue(retained() <= 2 * usual, "the log is let go");
  }

  @Test
  void aCompactedMapHasWhatWasWrittenMeanwhile() {
    long usual = retained();
    AtomicBoolean written = writeMuchAt(Step.COMPACTION_COPIED);
    assertNotNull(store.compact(PATH));
    assertTrue(written.get());
    assertWritten(store, 1);
    assertWritten(other, 1);
    assertTrue(retained() <= 2 * usual, "the log is let go");
  }

  @Test
  void theEarliestPlaceCountsAndGoesOn() {
    ChangeLog log = ((MappedStore) store).log();
    LogPins.Pin early = log.pins.pin(log);
    writeMuch(1);
    LogPins.Pin late = log.pins.pin(log);
    long from = early.position();
    assertTrue(late.position() > from);
    writeMuch(2);
    assertTrue(store.oldestRevision() <= from);
    early.advance(late.position());
    writeMuch(3);
    assertTrue(store.oldestRevision() > from);
    assertTrue(store.oldestRevision() <= late.position());
    early.close();
    writeMuch(4);
    assertTrue(store.oldestRevision() <= late.position());
    late.close();
    assertTrue(store.oldestRevision() > late.position(), "let go at once");
  }

  @Test
  void aDeadProcessNeedsNothing() {
    try (MappedStore victim =
        (MappedStore) Stores.open(folder.resolve("store"), NOTHING_RETAINED)) {
      LogPins.Pin pin = victim.log().pins.pin(victim.log());
      writeMuch(1);
      assertTrue(store.oldestRevision() <= pin.position());
      victim.attachment().close();
      writeMuch(2);
      assertTrue(store.oldestRevision() > pin.position());
    }
  }
}
