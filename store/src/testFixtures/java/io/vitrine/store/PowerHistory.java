package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the log of a store told while it lived, from a known state on: which states it came through,
 * and who made which change. Safe for any number of threads.
 */
final class PowerHistory {
  /** A value, when it is void, and the change that set it. */
  record Entry(String value, long expiryMillis, long revision) {}

  private record Event(
      long revision, ChangeKind kind, String path, long key, String value, long expiryMillis) {}

  private final MappedStore live;
  private final int owners;
  private final Tailer tailer;
  private final Map<String, Map<Long, Entry>> before;
  private final Map<Integer, String> pathsBefore = new HashMap<>();
  private final Map<Integer, String> paths = new HashMap<>();
  private final List<Event> events = new ArrayList<>();
  private final List<List<Long>> revisions = new ArrayList<>();
  private boolean complete;

  /** Begins when nobody writes: the state is that of the store. */
  PowerHistory(MappedStore live, Map<String, Map<Long, Entry>> state, int owners) {
    this.live = live;
    this.owners = owners;
    this.before = copy(state);
    this.tailer = live.tailer(live.revision());
    for (String path : live.list("/")) {
      MapInfo info = live.describe(path);
      if (info != null) {
        pathsBefore.put(info.id(), path);
      }
    }
    paths.putAll(pathsBefore);
    for (int owner = 0; owner < owners; owner++) {
      revisions.add(new ArrayList<>());
    }
  }

  private static Map<String, Map<Long, Entry>> copy(Map<String, Map<Long, Entry>> state) {
    var copy = new TreeMap<String, Map<Long, Entry>>();
    state.forEach((path, entries) -> copy.put(path, new TreeMap<>(entries)));
    return copy;
  }

  /** Path of the map that an owner alone creates, drops and fills. */
  static String pathOf(int owner) {
    return "/maps/own-" + owner;
  }

  static boolean isOwned(String path) {
    return path.startsWith("/maps/own-");
  }

  /** Reads the rest, after which the store may be closed. */
  synchronized void readToEnd() {
    readOn();
    complete = true;
  }

  /** Reads what the log tells since the last time; often enough, before it leaves the log. */
  synchronized void readOn() {
    while (!complete && tailer.poll(this::read, 1_000) > 0) {
      // the handler does the work
    }
  }

  private boolean read(Change change) {
    MemorySegment source = change.source();
    String path = paths.getOrDefault(change.mapId(), "");
    String value = "";
    long key = 0;
    if (change.kind() == ChangeKind.CREATED || change.kind() == ChangeKind.DROPPED) {
      path =
          new String(bytes(source, change.keyOffset(), change.keyLength()), StandardCharsets.UTF_8);
      paths.put(change.mapId(), path);
    } else if (change.kind() == ChangeKind.PUBLISHED) {
      key = source.get(ValueLayout.JAVA_LONG_UNALIGNED, change.newOffset()); // who published it
    } else {
      key = source.get(ValueLayout.JAVA_LONG_UNALIGNED, change.keyOffset());
      if (change.newLength() >= 0) {
        value = text(bytes(source, change.newOffset(), change.newLength()));
      }
    }
    boolean isOwned = isOwned(path) && change.kind() != ChangeKind.PUBLISHED;
    int owner = isOwned ? Integer.parseInt(path.substring(10)) : (int) (key % owners);
    revisions.get(owner).add(change.revision());
    long expiry = change.expiryMillis();
    events.add(new Event(change.revision(), change.kind(), path, key, value, expiry));
    return true;
  }

  private static byte[] bytes(MemorySegment source, long offset, long length) {
    return source.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
  }

  /** Revision of the n-th change of an owner, counted from 1. */
  synchronized long revision(int owner, long number) {
    return number == 0 ? 0 : revisions.get(owner).get((int) number - 1);
  }

  /** Where the log ends that has been read. */
  synchronized long end() {
    return tailer.revision();
  }

  /** The state when everything up to a revision had happened, and nothing else. */
  synchronized Map<String, Map<Long, Entry>> stateAt(long end) {
    Map<String, Map<Long, Entry>> state = copy(before);
    for (Event event : events) {
      if (event.revision > end) {
        break;
      }
      switch (event.kind) {
        case CREATED -> state.put(event.path, new TreeMap<>());
        case DROPPED -> state.remove(event.path);
        case REMOVED -> entriesOf(state, event).remove(event.key);
        case INSERTED, UPDATED ->
            entriesOf(state, event)
                .put(event.key, entry(event.path, event.value, event.expiryMillis, event.revision));
        case PUBLISHED -> {
          // no entry changed
        }
      }
    }
    return state;
  }

  /** Entries of a compact map have no revision of their own. */
  private static Entry entry(String path, String value, long expiryMillis, long revision) {
    return new Entry(value, expiryMillis, PowerWriter.isCompact(path) ? 0 : revision);
  }

  private static Map<Long, Entry> entriesOf(Map<String, Map<Long, Entry>> state, Event event) {
    return state.computeIfAbsent(event.path, path -> new TreeMap<>());
  }

  /** The state of a store, times to live included. */
  static Map<String, Map<Long, Entry>> stateOf(Store store) {
    var state = new TreeMap<String, Map<Long, Entry>>();
    for (String path : store.list("/")) {
      StoreMap<Long, byte[]> map = store.map(path, PowerWriter.optionsOf(path));
      var entries = new TreeMap<Long, Entry>();
      map.forEach((key, value) -> entries.put(key, entry(path, text(value), 0, 0)));
      var raw = new TreeMap<Long, Entry>();
      read(((MappedMap<Long, byte[]>) map).engine(), path, raw);
      if (!raw.keySet().equals(entries.keySet())) {
        throw new AssertionError(path + ": a walk gives " + entries + ", there is " + raw);
      }
      state.put(path, raw);
    }
    return state;
  }

  /** Reads the entries as they lie in a map's file. */
  private static void read(MapEngine engine, String path, Map<Long, Entry> to) {
    var group = new GroupReader(engine);
    var bytes = new EntryBytes();
    for (int segment = 0; segment < engine.file.segments; segment++) {
      for (long at = 0; at != WalkOrder.END; at = group.nextPlace()) {
        group.read(segment, at);
        for (int i = 0; i < group.count(); i++) {
          group.entry(i, bytes);
          long key = bytes.source.get(ValueLayout.JAVA_LONG_UNALIGNED, bytes.keyOffset);
          String value = text(bytes(bytes.source, bytes.valueOffset, bytes.valueLength));
          to.put(key, entry(path, value, bytes.expiryMillis, bytes.revision));
        }
      }
    }
  }

  private static String text(byte[] value) {
    return value.length + ":" + Arrays.hashCode(value);
  }

  @Override
  public String toString() {
    return events.size() + " changes of " + live;
  }
}
