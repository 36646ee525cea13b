package io.vitrine.bench.fork;

import io.vitrine.store.Change;
import io.vitrine.store.ChangeHandler;
import io.vitrine.store.ChangeKind;
import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import io.vitrine.store.Tailer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Path;

/**
 * What is published of a map in the change log of a store: it changes no entry, and has its place
 * among the changes. Read by who polls the log, where it lies.
 */
final class LogJournal implements Journal {
  private static final ByteOrder ORDER = ByteOrder.LITTLE_ENDIAN;
  private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ORDER);
  private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG.withOrder(ORDER);
  private static final int CHANGES_OF_POLL = 256;

  private final Store store;
  private final StoreMap<Long, Long> map;
  private final Tailer tailer;
  private final byte[] message = new byte[MESSAGE_BYTES];
  private final ChangeHandler handler = this::take;
  private final int id;
  private Reader reader = (_, _, _) -> {};

  LogJournal(Path folder) {
    store = Stores.open(folder.resolve("store"));
    map = store.map("/maps/journal", MapOptions.of(Codecs.longs(), Codecs.longs()));
    id = map.id();
    tailer = store.tailer(store.revision());
  }

  @Override
  public void append(long number, long time) {
    long filler = Journal.filler(number);
    WORDS.set(message, 0, number);
    WORDS.set(message, 8, time);
    WORDS.set(message, 16, filler);
    WORDS.set(message, 24, filler + 1);
    WORDS.set(message, 32, filler + 2);
    map.publish(message);
  }

  @Override
  public int poll(Reader to) {
    reader = to;
    return tailer.poll(handler, CHANGES_OF_POLL);
  }

  private boolean take(Change change) {
    if (change.kind() == ChangeKind.PUBLISHED && change.mapId() == id) {
      MemorySegment from = change.source();
      long at = change.newOffset();
      reader.read(
          from.get(WORD, at),
          from.get(WORD, at + 8),
          from.get(WORD, at + 16) + from.get(WORD, at + 24) + from.get(WORD, at + 32));
    }
    return true;
  }

  @Override
  public void close() {
    store.close();
  }
}
