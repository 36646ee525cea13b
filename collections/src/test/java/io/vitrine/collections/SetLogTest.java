package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.store.Stores;
import org.junit.jupiter.api.Test;

/** What the log makes of a set in this process. */
class SetLogTest {
  private static final ElementOptions<Long> ALL = ElementOptions.all();

  private final Recorder<SetEvent<Long>> recorder = new Recorder<>();

  @Test
  void latest_joinsWhatComesAndGoes() {
    var store = Stores.inMemory();
    try (var vitrine = new LocalVitrine(store, new TypeRegistry())) {
      var set = vitrine.set("s", Long.class);
      set.add(1L);
      var subscription =
          set.subscribe(
              ALL.withoutBootstrap().withOverflow(Overflow.LATEST).withRequest(0), recorder);
      set.add(2L);
      set.remove(2L);
      set.remove(1L);
      set.add(1L);
      set.add(3L);
      long revision = store.revision();
      var log = (LogSubscription<?, ?, ?>) subscription;
      recorder.await(() -> log.readRevision() >= revision, "the log to be read");
      subscription.request(10);
      recorder.expect("Inserted 3");
      recorder.await(() -> subscription.bookmark().revision() >= revision, "all told");
    }
  }

  @Test
  void revisionThatIsNone_isRefused() {
    try (var vitrine = Vitrine.inMemory()) {
      var set = vitrine.set("s", Long.class);
      assertThrows(
          IllegalArgumentException.class,
          () -> set.subscribe(ALL.withFrom(new Bookmark(0, 1L << 40)), recorder));
    }
  }
}
