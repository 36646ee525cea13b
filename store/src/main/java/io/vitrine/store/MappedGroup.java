package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One run of the body of an atomic group. For one thread. */
final class MappedGroup implements AtomicGroup {
  private static final long BACK_OFF_NANOS_MAX = 1_000_000;

  private final MappedStore store;
  private final ScratchPool scratches;
  private final Map<Key, GroupEntry> entries = new LinkedHashMap<>();
  private boolean open = true;
  private int changes;

  private record Key(MapEngine engine, ByteBuffer bytes) {}

  /** Thrown through the body of a run when what it reads no longer fits what it has read. */
  private static final class Again extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient MappedGroup group;

    Again(MappedGroup group) {
      super("the group is run again", null, false, false);
      this.group = group;
    }

    /** Whether it is this run that is to be made again, and not one that it was begun in. */
    boolean isOf(MappedGroup run) {
      return group == run;
    }
  }

  private MappedGroup(MappedStore store, ScratchPool scratches) {
    this.store = store;
    this.scratches = scratches;
  }

  /** Runs a body until what it has read still holds when its changes are made. */
  static <R extends @Nullable Object> R run(
      MappedStore store, ScratchPool scratches, Function<? super AtomicGroup, ? extends R> body) {
    Objects.requireNonNull(body, "body");
    store.log().begin();
    for (long backOff = 1_000; ; backOff = Math.min(BACK_OFF_NANOS_MAX, backOff * 2)) {
      var group = new MappedGroup(store, scratches);
      try {
        R result = group.apply(body);
        // What this throws was no fault of what the body has read, and the changes may be made.
        if (new GroupCommit(group.all()).commit()) {
          return result;
        }
      } catch (Again e) { // somebody changed what the body has read
        if (!e.isOf(group)) {
          throw e;
        }
      } finally {
        group.open = false;
        group.entries.values().forEach(entry -> scratches.giveSpare(entry.scratch));
      }
      Nap.nanos(backOff);
    }
  }

  private <R extends @Nullable Object> R apply(Function<? super AtomicGroup, ? extends R> body) {
    try {
      return body.apply(this);
    } catch (Again e) {
      throw e;
    } catch (Exception e) {
      if (hasReadWhatIs(e)) {
        throw e;
      }
      throw new Again(this);
    } finally {
      open = false;
    }
  }

  /**
   * Whether what the body has read before it failed still is as it was read, all of it at one
   * instant. If not, it may have failed for what never was: two values of different times.
   *
   * @param failure what the body threw; is told what keeps this from being found out
   */
  private boolean hasReadWhatIs(Exception failure) {
    open = false;
    List<GroupEntry> read = new ArrayList<>();
    for (GroupEntry entry : entries.values()) {
      if (entry.readRevision >= 0) {
        entry.task = GroupEntry.Task.READ; // nothing is to be changed
        read.add(entry);
      }
    }
    try {
      return new GroupCommit(read).commit();
    } catch (RuntimeException e) {
      if (!e.equals(failure)) {
        failure.addSuppressed(e);
      }
      return true;
    }
  }

  /** All entries; those that are changed in the order of the changes, whatever was read before. */
  private List<GroupEntry> all() {
    var all = new ArrayList<>(entries.values());
    all.sort(Comparator.comparingInt(entry -> entry.order));
    return all;
  }

  private void change(GroupEntry entry, GroupEntry.Task task) {
    if (entry.order == 0) {
      changes++;
      entry.order = changes;
    }
    entry.task = task;
  }

  private <K, V> MappedMap<K, V> checked(StoreMap<K, V> map) {
    if (!open) {
      throw new IllegalStateException("the atomic group has ended; use it within its body only");
    }
    if (map instanceof MappedMap<K, V> mapped && mapped.isOf(store)) {
      return mapped;
    }
    throw new IllegalArgumentException(
        "map " + Objects.requireNonNull(map, "map").path() + " is not of this store");
  }

  private <K> GroupEntry entry(MappedMap<K, ?> map, K key) {
    Scratch scratch = scratches.takeSpare();
    map.encodeKey(scratch, key);
    byte[] bytes = scratch.out.asSlice(BlockLayout.KEY, scratch.keyLength).toArray(BYTES);
    var fresh = new GroupEntry(map, scratch);
    GroupEntry known = entries.putIfAbsent(new Key(fresh.engine, ByteBuffer.wrap(bytes)), fresh);
    if (known != null) {
      scratches.giveSpare(scratch);
      return known;
    }
    return fresh;
  }

  private static final ValueLayout.OfByte BYTES = ValueLayout.JAVA_BYTE;

  @Override
  @SuppressWarnings("unchecked") // what was put into this very map comes out of it
  public <K, V> @Nullable V get(StoreMap<K, V> map, K key) {
    MappedMap<K, V> mapped = checked(map);
    GroupEntry entry = entry(mapped, key);
    if (entry.task != GroupEntry.Task.READ) {
      return (V) entry.value;
    }
    boolean found = mapped.look(entry.scratch);
    long revision = found ? entry.scratch.inRevision() : 0;
    if (entry.readRevision >= 0 && entry.readRevision != revision) {
      throw new Again(this);
    }
    entry.readRevision = revision;
    MemorySegment images = entry.scratch.in;
    return found ? mapped.valueOf(images, 0) : null;
  }

  @Override
  public <K, V> void put(StoreMap<K, V> map, K key, V value) {
    MappedMap<K, V> mapped = checked(map);
    Objects.requireNonNull(value, "value");
    GroupEntry entry = entry(mapped, key);
    if (entry.task == GroupEntry.Task.PUT) { // whose value stays if this one cannot be encoded
      Scratch scratch = scratches.takeSpare();
      try {
        scratch.takeKey(entry.scratch);
        mapped.encodeValue(scratch, value);
        scratch = entry.exchange(scratch);
      } finally {
        scratches.giveSpare(scratch);
      }
    } else {
      mapped.encodeValue(entry.scratch, value);
    }
    change(entry, GroupEntry.Task.PUT);
    entry.value = value;
  }

  @Override
  public <K, V> void remove(StoreMap<K, V> map, K key) {
    GroupEntry entry = entry(checked(map), key);
    change(entry, GroupEntry.Task.REMOVE);
    entry.value = null;
  }
}
