package io.vitrine.torture.kill;

import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import io.vitrine.torture.TortureFailure;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whether the judge of maps that come and go sees what is wrong in one. */
class CatalogueDeedTest {
  private static final String PATH = "/maps/own3";
  private static final MapOptions<Long, Long> MAP =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(2);

  /** Draws 0 only: so that each act is one. */
  private static final class Zeros extends Random {
    @java.io.Serial private static final long serialVersionUID = 1;

    @Override
    public int nextInt(int bound) {
      return 0;
    }
  }

  @TempDir Path folder;
  private final Random random = new Zeros();
  private final Arena arena = Arena.ofShared();
  private Store store;
  private CatalogueDeed deed;

  @BeforeEach
  void open() throws IOException {
    store = Stores.open(folder.resolve("store"), StoreOptions.defaults());
    deed = new CatalogueDeed(store, 3, Words.open(folder.resolve("words"), 2, arena));
    for (int i = 0; i < 3; i++) { // created, dropped, created
      deed.act(random);
      deed.verify(random, true);
    }
  }

  @AfterEach
  void close() {
    store.close();
    arena.close();
  }

  private void assertBreach() {
    assertThrows(TortureFailure.class, () -> deed.verify(random, true));
  }

  @Test
  void aValueOfAnotherChange() {
    store.map(PATH, MAP).put(1L, 1L); // that of the map before
    assertBreach();
  }

  @Test
  void anEntryThatIsMissing() {
    store.map(PATH, MAP).remove(2L);
    assertBreach();
  }

  @Test
  void anotherKey() {
    StoreMap<Long, Long> map = store.map(PATH, MAP);
    map.remove(2L);
    map.put(7L, 3L);
    assertBreach();
  }

  @Test
  void aMapThatIsGoneOrThereAgain() {
    store.drop(PATH);
    assertBreach();
    store.map(PATH, MAP);
    assertBreach();
  }

  @Test
  void aMapThatWasDropped() {
    deed.act(random);
    deed.verify(random, true);
    store.map(PATH, MAP);
    assertBreach();
  }
}
