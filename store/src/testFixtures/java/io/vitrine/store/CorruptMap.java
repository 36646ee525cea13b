package io.vitrine.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A map of a store that is going to be damaged: how it is opened, what it holds, and what it held
 * before. For one thread.
 */
final class CorruptMap<K, V> {
  /** In place of a time that no entry has, where only the value was asked for. */
  private static final long UNASKED = -2;

  /** What is told as the time of no entry. */
  private static final long ABSENT = -1;

  /** A segment whose entries nobody has counted, as a report of a repair says it. */
  private static final Pattern UNCOUNTED =
      Pattern.compile("the header of segment (\\d+) is gone, which said how many there were");

  final String path;
  final MapOptions<K, V> options;
  private final IntFunction<K> keys;
  private final IntFunction<V> values;
  private final Map<K, Held<V>> model = new LinkedHashMap<>();
  private final Map<K, List<Held<V>>> former = new HashMap<>();

  /** Keys that changes since the damage have left in one of several states; null for absent. */
  private final Map<K, List<@Nullable Held<V>>> changed = new HashMap<>();

  /** A value and when it becomes void, in milliseconds since 1970; 0 for never. */
  private record Held<V>(V value, long expiryMillis) {
    /** Whether it was found, with its time where that was asked for. */
    boolean is(Object found, long foundExpiry) {
      return Objects.deepEquals(value, found)
          && (foundExpiry == UNASKED || foundExpiry == expiryMillis);
    }

    @Override
    public String toString() {
      return brief(value) + (expiryMillis == 0 ? "" : " until " + expiryMillis);
    }
  }

  /**
   * Describes a map.
   *
   * @param keys makes the key of a number
   * @param values makes a value of a number
   */
  CorruptMap(String path, MapOptions<K, V> options, IntFunction<K> keys, IntFunction<V> values) {
    this.path = path;
    this.options = options;
    this.keys = keys;
    this.values = values;
  }

  /** Number of entries. */
  int size() {
    return model.size();
  }

  StoreMap<K, V> open(Store store) {
    return store.map(path, options);
  }

  void put(Store store, int key, int value) {
    K k = keys.apply(key);
    V v = values.apply(value);
    open(store).put(k, v);
    note(k, new Held<>(v, 0));
  }

  void putFor(Store store, int key, int value, java.time.Duration time) {
    K k = keys.apply(key);
    V v = values.apply(value);
    long about = System.currentTimeMillis() + time.toMillis();
    open(store).put(k, v, time);
    long expiry = open(store).expiryMillis(k);
    if (Math.abs(expiry - about) > 60_000) { // as the store's clock says it to the millisecond
      throw new AssertionError(path + ": key " + k + " is there until " + expiry);
    }
    note(k, new Held<>(v, expiry));
  }

  void remove(Store store, int key) {
    K k = keys.apply(key);
    open(store).remove(k);
    Held<V> before = model.remove(k);
    if (before != null) {
      former.computeIfAbsent(k, x -> new ArrayList<>()).add(before);
    }
  }

  void putIn(AtomicGroup group, StoreMap<K, V> map, int key, int value) {
    group.put(map, keys.apply(key), values.apply(value));
  }

  /** Notes what a group has set. */
  void noted(int key, int value) {
    note(keys.apply(key), new Held<>(values.apply(value), 0));
  }

  private void note(K key, Held<V> held) {
    Held<V> before = model.put(key, held);
    if (before != null) {
      former.computeIfAbsent(key, x -> new ArrayList<>()).add(before);
    }
  }

  /** Forgets what was changed since the damage. */
  void forgetChanges() {
    changed.clear();
  }

  /** Every state that a key may be in; null for absent. */
  private List<@Nullable Held<V>> states(K key) {
    List<@Nullable Held<V>> states = changed.get(key);
    if (states != null) {
      return states;
    }
    var only = new ArrayList<@Nullable Held<V>>();
    only.add(model.get(key));
    return only;
  }

  /** Looks a value up among what may be there. */
  private void compare(CorruptLook look, String how, K key, @Nullable V found) {
    compare(look, how, key, found, UNASKED);
  }

  /** Looks a value and its time up among what may be there. */
  private void compare(CorruptLook look, String how, K key, @Nullable V found, long foundExpiry) {
    String what = path + ": " + how + " of key " + key + " gives ";
    if (foundExpiry != UNASKED && (found == null) != (foundExpiry == ABSENT)) {
      look.hidden(what + shown(found) + ", but its time is " + foundExpiry);
      return;
    }
    for (Held<V> state : states(key)) {
      if (found == null ? state == null : state != null && state.is(found, foundExpiry)) {
        return;
      }
    }
    if (found == null) {
      look.hidden(what + "nothing, expected " + shown(states(key)));
    } else if (formerly(key).stream().anyMatch(held -> held.is(found, foundExpiry))) {
      look.old(what + "a value before the last, " + shown(found));
    } else {
      String time = foundExpiry == UNASKED ? "" : " until " + foundExpiry;
      throw new AssertionError(what + shown(found) + time + ", expected " + shown(states(key)));
    }
  }

  private List<Held<V>> formerly(K key) {
    var values = new ArrayList<Held<V>>(former.getOrDefault(key, List.of()));
    Held<V> last = model.get(key);
    if (last != null) {
      values.add(last);
    }
    return values;
  }

  private static String brief(@Nullable Object value) {
    return value instanceof byte[] b ? b.length + " bytes" : String.valueOf(value).strip();
  }

  private static String shown(@Nullable Object value) {
    String text = brief(value);
    return text.length() > 80 ? text.substring(0, 80) + "..." : text;
  }

  private List<K> allKeys() {
    var all = new java.util.LinkedHashSet<K>(model.keySet());
    all.addAll(former.keySet());
    all.addAll(changed.keySet());
    return new ArrayList<>(all);
  }

  /** Reads everything in every way. */
  void read(CorruptLook look, Store store) {
    StoreMap<K, V> map;
    try {
      map = look.tried(path + ": open", () -> open(store));
    } catch (UnsupportedOperationException e) { // there is no such map, and none may be made
      look.hidden(path + ": " + e.getMessage());
      return;
    }
    if (map == null) {
      return;
    }
    List<K> all = allKeys();
    for (K key : all) {
      look.tried(
          path + ": get",
          () -> {
            compare(look, "get", key, map.get(key));
            return true;
          });
      look.tried(
          path + ": expiryMillis",
          () -> {
            compare(look, "expiryMillis", key, map.get(key), map.expiryMillis(key));
            return true;
          });
    }
    look.tried(
        path + ": getAll",
        () -> {
          Map<K, V> found = map.getAll(all);
          all.forEach(key -> compare(look, "getAll", key, found.get(key)));
          return true;
        });
    look.tried(
        path + ": cursor",
        () -> {
          walk(look, map, all);
          return true;
        });
    look.tried(path + ": size", map::size);
    look.tried(path + ": statistics", map::statistics);
  }

  private void walk(CorruptLook look, StoreMap<K, V> map, List<K> all) {
    var found = new HashMap<K, V>();
    var wanted = new HashSet<>(all);
    MapCursor<K, V> cursor = map.cursor();
    boolean more = true;
    while (more) {
      more =
          cursor.next(
              (key, value, revision) -> {
                if (!wanted.contains(key)) {
                  throw new AssertionError(path + ": cursor gives an unknown key " + shown(key));
                }
                found.put(key, value);
              },
              16);
    }
    all.forEach(key -> compare(look, "cursor", key, found.get(key)));
  }

  /** Changes some entries: updates, removes, inserts; each is made or not. */
  void write(CorruptLook look, Store store, java.util.Random random) {
    StoreMap<K, V> map = look.tried(path + ": open", () -> open(store));
    if (map == null) {
      return;
    }
    List<K> all = new ArrayList<>(model.keySet());
    for (int i = 0; i < 4 && !all.isEmpty(); i++) {
      K key = all.get(random.nextInt(all.size()));
      V value = values.apply(random.nextInt(1_000_000));
      switch (random.nextInt(5)) {
        case 0 -> change(look, "put", key, value, () -> map.put(key, value));
        case 1 ->
            change(
                look,
                "getAndPut",
                key,
                value,
                () -> compare(look, "getAndPut", key, map.getAndPut(key, value)));
        case 2 -> change(look, "remove", key, null, () -> map.remove(key));
        case 3 ->
            change(
                look,
                "getAndRemove",
                key,
                null,
                () -> compare(look, "getAndRemove", key, map.getAndRemove(key)));
        default -> change(look, "putAll", key, value, () -> map.putAll(Map.of(key, value)));
      }
    }
    for (int i = 0; i < 3; i++) {
      K key = keys.apply(1_000 + random.nextInt(100_000));
      V value = values.apply(random.nextInt(1_000_000));
      change(look, "insert", key, value, () -> map.put(key, value));
    }
    K key = keys.apply(500_000 + random.nextInt(100));
    V value = values.apply(random.nextInt(1_000_000));
    change(
        look,
        "group",
        key,
        value,
        () ->
            store.atomically(group -> {
              group.put(map, key, value);
              return true;
            }));
  }

  private void change(CorruptLook look, String how, K key, @Nullable V value, Runnable change) {
    Held<V> next = value == null ? null : new Held<>(value, 0);
    var after = new ArrayList<@Nullable Held<V>>(states(key));
    after.add(next);
    changed.put(key, after);
    Boolean made =
        look.tried(
            path + ": " + how,
            () -> {
              change.run();
              return true;
            });
    if (made != null && !look.isExcused()) {
      var only = new ArrayList<@Nullable Held<V>>();
      only.add(next);
      changed.put(key, only);
    }
  }

  /** What is there after a repair must be right, and what is not must have been told. */
  void verifyRepaired(CorruptLook look, Store store, RepairReport report) {
    if (!store.list("/").contains(path) && isGivenUp(report)) {
      return;
    }
    long lost = 0;
    Set<Integer> uncounted = new HashSet<>();
    for (LostEntry entry : report.lost()) {
      if (entry.map().equals(path)) {
        lost += entry.count();
        Matcher segment = UNCOUNTED.matcher(entry.reason());
        if (entry.count() == 0 && segment.matches()) {
          uncounted.add(Integer.valueOf(segment.group(1)));
        }
      }
    }
    StoreMap<K, V> map = open(store);
    long missing = 0;
    var missed = new ArrayList<String>();
    for (K key : allKeys()) {
      V found = map.get(key);
      if (found != null || states(key).contains(null)) {
        compare(look, "after the repair get", key, found, map.expiryMillis(key));
      } else if (!uncounted.contains(segmentOf(map, key))) {
        missing++;
        missed.add(shown(key));
      }
    }
    if (missing > lost) {
      look.hidden(
          path
              + ": "
              + missing
              + " entries are missing after the repair, "
              + lost
              + " were listed; keys "
              + missed);
    }
    walkRepaired(map);
  }

  /** Whether a repair says of this very map that all of it is given up. */
  private boolean isGivenUp(RepairReport report) {
    String setAside = StorePath.file(path) + ": set aside: ";
    String gone = path + ": its file is gone, and the log does not tell all of it";
    return report.notes().stream().anyMatch(n -> n.startsWith(setAside) || n.equals(gone));
  }

  /** Where a key lies: the segment's number stays, since a repaired map has as many. */
  private static <K, V> int segmentOf(StoreMap<K, V> map, K key) {
    var mapped = (MappedMap<K, V>) map;
    var scratch = new Scratch(Scratch.NOBODY);
    mapped.encodeKey(scratch, key);
    return mapped.engine().segmentOf(scratch.hash);
  }

  private void walkRepaired(StoreMap<K, V> map) {
    long[] count = new long[1];
    map.forEach((key, value) -> count[0]++);
    if (count[0] != map.size()) {
      throw new AssertionError(path + ": has size " + map.size() + ", a walk finds " + count[0]);
    }
  }
}
