package io.vitrine.torture.kill;

import io.vitrine.store.Store;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** All that one writing thread does, over its journal. For one thread. */
final class Deeds {
  private static final int WORDS = 1 << 12;

  private final EntryDeed entries;
  private final CounterDeed counter;
  private final CatalogueDeed catalogue;

  private Deeds(EntryDeed entries, CounterDeed counter, CatalogueDeed catalogue) {
    this.entries = entries;
    this.counter = counter;
    this.catalogue = catalogue;
  }

  /** Opens the journal of a writer, in the writing process or in the judge's. */
  static Deeds open(Store store, Path folder, int writer, Arena arena) throws IOException {
    Words words = Words.open(folder.resolve("writer" + writer), WORDS, arena);
    return new Deeds(
        new EntryDeed(store, writer, words.from(8)),
        new CounterDeed(store, words.from(0)),
        new CatalogueDeed(store, writer, words.from(2)));
  }

  List<Deed> all() {
    return List.of(entries, counter, catalogue);
  }

  CounterDeed counter() {
    return counter;
  }

  /** Makes one change of a kind drawn at random. */
  void act(Random random) {
    int kind = random.nextInt(10);
    Deed deed = kind == 0 ? catalogue : kind <= 2 ? counter : entries;
    deed.act(random);
  }

  void settle() {
    all().forEach(Deed::settle);
  }

  void verify(Random random, boolean everything) {
    all().forEach(deed -> deed.verify(random, everything));
  }
}
