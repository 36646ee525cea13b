package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A persisted hash map in a mapped file. Safe for any number of threads and JVMs; every call is
 * atomic and takes effect at one instant between its start and its return.
 *
 * <p>After {@link Store#close} every call throws {@link IllegalStateException}, but for those that
 * tell its path, its number and its options. Any call may throw {@link CorruptStoreException} if
 * the file was damaged from outside; a call that writes may throw {@link StoreFullException}, and
 * then has changed nothing. Null keys and values are refused with a {@link NullPointerException},
 * keys of more than 65,535 bytes, and texts with unpaired surrogates, with an {@link
 * IllegalArgumentException}. Of a map that was dropped every call that looks at entries throws a
 * {@link MapDroppedException}; of one that is open for reading only, every call that writes an
 * {@link UnsupportedOperationException}, as of a compact map one that sets a time to live.
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public interface StoreMap<K, V> {
  /**
   * Where the map lives in its store.
   *
   * @return for example {@code /maps/prices}
   */
  String path();

  /**
   * Number that the change log knows this map by.
   *
   * @return a positive number, never given to another map of the store
   */
  int id();

  /**
   * What the map is made of.
   *
   * @return the options it was created with, with the codecs of this open
   */
  MapOptions<K, V> options();

  /**
   * Looks up a value.
   *
   * @param key the key
   * @return the value, or null
   */
  @Nullable V get(K key);

  /**
   * Looks up a value into an object that the caller has.
   *
   * @param key the key
   * @param using the object to fill, or null
   * @return {@code using} if its codec could fill it, a fresh object, or null where there is no
   *     entry; in the last two cases what {@code using} holds is of no meaning any more
   */
  @Nullable V getUsing(K key, @Nullable V using);

  /**
   * Copies the encoded value without allocating.
   *
   * @param key the key
   * @param target where to write
   * @param offset first byte in the target
   * @return size of the value in bytes, or -1 where there is no entry; if it is larger than the
   *     room in the target, nothing is copied
   * @throws IndexOutOfBoundsException if the offset is less than 0
   */
  long copyValue(K key, MemorySegment target, long offset);

  /**
   * Looks up several values: cheaper than one by one, since the waits for memory overlap. Each
   * lookup is atomic by itself; others may write between two of them.
   *
   * @param keys the keys
   * @return a new map, in the order of the keys, with those that are there
   */
  Map<K, V> getAll(Collection<? extends K> keys);

  /**
   * Looks up several values as {@link #getAll} does, until they take more memory than is wanted.
   *
   * @param keys the keys
   * @param bytesMax behind the value with which all take more than so many bytes as they are
   *     stored, no further key is looked at
   * @param found takes what is there
   * @return how many of the keys were looked at
   */
  int getSome(Collection<? extends K> keys, long bytesMax, Map<K, V> found);

  /**
   * Looks up a value and the revision that set it.
   *
   * @param key the key
   * @return both, or null
   */
  @Nullable Versioned<V> getVersioned(K key);

  /**
   * Looks for a key.
   *
   * @param key the key
   * @return whether it is there
   */
  boolean containsKey(K key);

  /**
   * Sets a value.
   *
   * @param key the key
   * @param value the value
   */
  void put(K key, V value);

  /**
   * Sets a value that becomes void after a time: from then on nobody finds it, and a sweep ({@link
   * Store#sweepExpired}) removes it. A later change of the value ends the time or sets another;
   * only {@link #addAndGet(Object, long)} leaves it as it is.
   *
   * @param key the key
   * @param value the value
   * @param timeToLive how long it is there, by the clock of whoever looks; more than 0
   * @throws IllegalArgumentException if the time is 0 or less
   */
  void put(K key, V value, Duration timeToLive);

  /**
   * Tells when an entry becomes void.
   *
   * @param key the key
   * @return milliseconds since 1970-01-01T00:00Z, 0 for never, -1 where there is no entry
   */
  long expiryMillis(K key);

  /**
   * Sets several values: cheaper than one by one, since the waits for memory overlap. Each entry is
   * an atomic change of its own; others may read or write between two of them, and if a call fails
   * or its process dies, some of the entries are set, each as a whole. They are made in the order
   * of iteration, but for those of a compact map as long as nobody watches the store's changes:
   * there only those of a key keep their order.
   *
   * @param entries keys and values
   */
  void putAll(Map<? extends K, ? extends V> entries);

  /**
   * Sets a value for each of several keys that has none: like as many calls of {@link
   * #putIfAbsent}, but cheaper, as {@link #putAll} is.
   *
   * @param keys the keys
   * @param value the value of all that had none
   * @return how many were set
   */
  long putAllIfAbsent(Collection<? extends K> keys, V value);

  /**
   * Removes several entries: like as many calls of {@link #remove(Object)}, but cheaper, as {@link
   * #putAll} is.
   *
   * @param keys the keys
   * @return how many were there
   */
  long removeAll(Collection<? extends K> keys);

  /**
   * Makes a reusable batch, for lookups and changes of many keys without garbage.
   *
   * @return an empty batch
   */
  Batch<K, V> batch();

  /**
   * Sets a value and tells the one before. If that cannot be read, nothing is changed.
   *
   * @param key the key
   * @param value the value
   * @return the value before, or null
   */
  @Nullable V getAndPut(K key, V value);

  /**
   * Sets a value where there is none.
   *
   * @param key the key
   * @param value the value
   * @return the value that was there and stays, or null if the value was set
   */
  @Nullable V putIfAbsent(K key, V value);

  /**
   * Removes an entry.
   *
   * @param key the key
   * @return whether there was one
   */
  boolean remove(K key);

  /**
   * Removes an entry and tells its value. If that cannot be read, nothing is changed.
   *
   * @param key the key
   * @return the value before, or null
   */
  @Nullable V getAndRemove(K key);

  /**
   * Removes an entry if it has this value.
   *
   * @param key the key
   * @param value the value expected
   * @return whether it was removed
   */
  boolean remove(K key, V value);

  /**
   * Sets a value where there is one, and tells it. If that cannot be read, nothing is changed.
   *
   * @param key the key
   * @param value the new value
   * @return the value before, or null if there was none and nothing changed
   */
  @Nullable V replace(K key, V value);

  /**
   * Sets a value where it is as expected.
   *
   * @param key the key
   * @param oldValue the value expected
   * @param newValue the new value
   * @return whether it was set
   */
  boolean replace(K key, V oldValue, V newValue);

  /**
   * Sets or removes a value if the entry has not changed since it was read.
   *
   * @param key the key
   * @param revision revision that the entry must have, 0 where there must be no entry
   * @param value the new value, null to remove the entry
   * @return whether the entry was as expected and the change was made
   */
  boolean compareAndSet(K key, long revision, @Nullable V value);

  /**
   * Sets a value if the entry has not changed since it was read, and tells its revision then: who
   * alone changes an entry need not read it again.
   *
   * @param key the key
   * @param revision revision that the entry must have, 0 where there must be no entry
   * @param value the new value
   * @return the revision that the entry has now, 0 if it was not as expected and nothing was
   *     changed
   */
  long putVersioned(K key, long revision, V value);

  /**
   * Adds to an integer in place. An entry that is not there counts as 0. The entry's time to live
   * goes on.
   *
   * @param key the key
   * @param delta what to add, may be negative
   * @return the sum; that of longs wraps around as {@link
   *     java.util.concurrent.atomic.AtomicLong#addAndGet} does
   * @throws UnsupportedOperationException if the values are neither long nor int
   * @throws ArithmeticException if the values are int and the sum is none; nothing has changed then
   */
  long addAndGet(K key, long delta);

  /**
   * Adds to a double in place. An entry that is not there counts as 0. The entry's time to live
   * goes on.
   *
   * @param key the key
   * @param delta what to add, may be negative
   * @return the sum
   * @throws UnsupportedOperationException if the values are not double
   */
  double addAndGet(K key, double delta);

  /**
   * Applies a visitor to an entry atomically.
   *
   * @param key the key
   * @param visitor computes the new value; what it throws is passed on and nothing is changed
   */
  void asyncUpdate(K key, Visitor<V> visitor);

  /**
   * Applies a visitor to an entry atomically and answers a function of the new value.
   *
   * @param key the key
   * @param visitor computes the new value; what it throws is passed on and nothing is changed
   * @param function applied to the new value, which is null where the entry was removed; what it
   *     throws is passed on and the change stays made
   * @param <R> type of the answer
   * @return what the function returned
   */
  <R extends @Nullable Object> R syncUpdate(
      K key, Visitor<V> visitor, Function<? super @Nullable V, ? extends R> function);

  /**
   * Walks over all entries; see {@link MapCursor} for what it guarantees.
   *
   * @param action takes each entry
   */
  void forEach(BiConsumer<? super K, ? super V> action);

  /**
   * Begins a walk over all entries.
   *
   * @return a new cursor
   */
  MapCursor<K, V> cursor();

  /**
   * Begins a walk over the entries as they are at one revision. Lets the change log begin, if it
   * has not yet, see {@link Store#revision}. In a store that is open for reading only and whose log
   * has not begun, each step of the walk throws {@link StoreException} once anything was changed.
   *
   * @return a new snapshot
   * @throws StoreException if the store is open for reading only and its log is just beginning
   */
  Snapshot<K, V> snapshot();

  /**
   * Begins a walk over the entries as the log tells them up to one revision: an entry that has
   * become void is one of them until its removal stands in the log.
   *
   * @return a new snapshot
   */
  Snapshot<K, V> snapshotOfLog();

  /**
   * Counts the entries that are stored: those that have become void count until they are removed.
   *
   * @return their number; exact while nobody writes
   */
  long size();

  /**
   * Tells what the map is made of and what has happened to it. Takes a moment: it looks at every
   * segment and at every run of pages of the file.
   *
   * @return the figures
   */
  MapStatistics statistics();

  /**
   * Tells how far lookups have to go, for a judgement of the map's hash. Takes time: it reads all
   * bucket tables, eight bytes for each slot.
   *
   * @return the figures
   */
  LookupStatistics lookupStatistics();

  /**
   * Runs a body while no other thread of any process runs one for this map. It excludes nobody but
   * such bodies: single calls on the map go on beside it. If a process dies within its body, the
   * lock is free for the next as soon as somebody who wants it has waited 5 ms, so a body has to
   * leave the map in order after each of its calls. A paused process is waited for.
   *
   * @param body what to do; must not call this for the same map
   * @param <R> type of the answer
   * @return what the body returned
   * @throws IllegalStateException if the thread is within such a body for this map already
   */
  <R extends @Nullable Object> R exclusively(Supplier<? extends R> body);

  /**
   * Tells whoever reads the change log something that is no change of an entry: it has its place in
   * the one order of the store and its revision, as a change has, and is made durable as one. A
   * process that dies within has told it or not.
   *
   * @param content what to tell
   * @return the revision
   */
  long publish(byte[] content);

  /**
   * Reads what was told of this map.
   *
   * @param change of the kind {@link ChangeKind#PUBLISHED}, whose {@link Change#mapId} is {@link
   *     #id}
   * @return what {@link #publish} was given
   * @throws IllegalArgumentException if the change is of another kind or another map
   */
  byte[] published(Change change);

  /** Removes every entry that is there when the call comes to it, each with a change of its own. */
  void clear();

  /**
   * Reads the key of a change of this map.
   *
   * @param change a change of an entry (INSERTED, UPDATED or REMOVED) whose {@link Change#mapId} is
   *     {@link #id}
   * @return the key
   * @throws IllegalArgumentException if the change is of another kind
   */
  K key(Change change);

  /**
   * Reads the value before a change of this map.
   *
   * @param change a change of an entry (INSERTED, UPDATED or REMOVED) whose {@link Change#mapId} is
   *     {@link #id}
   * @return the value, or null
   * @throws IllegalArgumentException if the change is of another kind
   */
  @Nullable V oldValue(Change change);

  /**
   * Reads the value after a change of this map.
   *
   * @param change a change of an entry (INSERTED, UPDATED or REMOVED) whose {@link Change#mapId} is
   *     {@link #id}
   * @return the value, or null
   * @throws IllegalArgumentException if the change is of another kind
   */
  @Nullable V newValue(Change change);
}
