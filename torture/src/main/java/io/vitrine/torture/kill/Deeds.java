package io.vitrine.torture.kill;

import io.vitrine.store.Store;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/**
 * All that one writing thread does, over its journal. For one thread.
 *
 * <p>In a store that is to stay without a change log nothing is done that lets the log begin.
 */
final class Deeds {
  private static final int WORDS = 1 << 13;

  private final boolean logged;
  private final EntryDeed entries;
  private final SmallEntryDeed small;
  private final ArrayDeed arrays;
  private final GroupDeed groups;
  private final TransferDeed transfers;
  private final CounterDeed counter;
  private final CatalogueDeed catalogue;
  private final CompactDeed compact;

  private Deeds(Store store, int writer, Words words, boolean logged) {
    this.logged = logged;
    this.counter = new CounterDeed(store, words.from(0));
    this.catalogue = new CatalogueDeed(store, writer, words.from(2));
    this.groups = new GroupDeed(store, writer, words.from(8));
    this.transfers = new TransferDeed(store);
    this.compact = new CompactDeed(store);
    this.entries = new EntryDeed(store, writer, words.from(512));
    this.small = new SmallEntryDeed(store, writer, words.from(1 << 12));
    this.arrays = new ArrayDeed(store, writer, words.from(7 << 10));
  }

  /** Opens the journal of a writer, in the writing process or in the judge's. */
  static Deeds open(Store store, Path folder, int writer, boolean logged, Arena arena)
      throws IOException {
    Words words = Words.open(folder.resolve("writer" + writer), WORDS, arena);
    return new Deeds(store, writer, words, logged);
  }

  List<Deed> all() {
    return logged
        ? List.of(entries, small, arrays, groups, transfers, counter, catalogue, compact)
        : List.of(entries, small, arrays, counter, catalogue);
  }

  CounterDeed counter() {
    return counter;
  }

  /** Makes one change of a kind drawn at random. */
  void act(Random random) {
    Deed deed =
        switch (random.nextInt(17)) {
          case 10 -> logged ? compact : small;
          case 11, 12 -> small;
          case 13, 14, 15, 16 -> arrays;
          case 0 -> catalogue;
          case 1 -> counter;
          case 2, 3 -> logged ? groups : entries;
          case 4 -> logged ? transfers : entries;
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
