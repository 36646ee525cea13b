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
  private final GroupDeed groups;
  private final TransferDeed transfers;
  private final CounterDeed counter;
  private final CatalogueDeed catalogue;
  private final CompactDeed compact;

  private Deeds(Store store, int writer, Words words) {
    this.counter = new CounterDeed(store, words.from(0));
    this.catalogue = new CatalogueDeed(store, writer, words.from(2));
    this.groups = new GroupDeed(store, writer, words.from(8));
    this.transfers = new TransferDeed(store);
    this.compact = new CompactDeed(store);
    this.entries = new EntryDeed(store, writer, words.from(512));
  }

  /** Opens the journal of a writer, in the writing process or in the judge's. */
  static Deeds open(Store store, Path folder, int writer, Arena arena) throws IOException {
    Words words = Words.open(folder.resolve("writer" + writer), WORDS, arena);
    return new Deeds(store, writer, words);
  }

  List<Deed> all() {
    return List.of(entries, groups, transfers, counter, catalogue, compact);
  }

  CounterDeed counter() {
    return counter;
  }

  /** Makes one change of a kind drawn at random. */
  void act(Random random) {
    Deed deed =
        switch (random.nextInt(11)) {
          case 10 -> compact;
          case 0 -> catalogue;
          case 1 -> counter;
          case 2, 3 -> groups;
          case 4 -> transfers;
          default -> entries;
        };
    deed.act(random);
  }

  void settle() {
    all().forEach(Deed::settle);
  }

  void verify(Random random, boolean everything) {
    all().forEach(deed -> deed.verify(random, everything));
  }
}
