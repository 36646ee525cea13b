package io.vitrine.store;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A folder of maps that share one change log. Safe for any number of threads; any number of JVMs
 * may have the same folder open.
 *
 * <p>A path that is none is refused with an {@link IllegalArgumentException}. After {@link #close}
 * every call throws an {@link IllegalStateException}. A store that is open for reading only refuses
 * what would write, as to create, drop or compact a map, with an {@link
 * UnsupportedOperationException}.
 */
public interface Store extends AutoCloseable {
  /**
   * Opens a map, creating it where there is none.
   *
   * @param path for example {@code /maps/prices}
   * @param options codecs and hash, which must be those of an existing map
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the map
   * @throws StoreException if the map has other codecs or another hash
   * @throws IllegalArgumentException if the path is none
   */
  <K, V> StoreMap<K, V> map(String path, MapOptions<K, V> options);

  /**
   * Opens a map and creates none.
   *
   * @param path for example {@code /maps/prices}
   * @param options codecs and hash that it was created with
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the map, or null where there is none
   * @throws StoreException if the map has other codecs or another hash
   * @throws IllegalArgumentException if the path is none
   */
  <K, V> @Nullable StoreMap<K, V> mapIfThere(String path, MapOptions<K, V> options);

  /**
   * Opens a map of longs without boxes, creating a compact one where there is none.
   *
   * @param path for example {@code /maps/counters}
   * @return the map
   * @throws StoreException if the map has other keys or values
   */
  default LongLongMap longLongMap(String path) {
    return new MappedLongLongMap(
        map(path, MapOptions.of(Codecs.longs(), Codecs.longs()).compact()));
  }

  /**
   * Opens a map from longs to ints without boxes, creating a compact one where there is none.
   *
   * @param path for example {@code /maps/counters}
   * @return the map
   * @throws StoreException if the map has other keys or values
   */
  default LongIntMap longIntMap(String path) {
    return new MappedLongIntMap(map(path, MapOptions.of(Codecs.longs(), Codecs.ints()).compact()));
  }

  /**
   * Opens a map from longs to doubles without boxes, creating a compact one where there is none.
   *
   * @param path for example {@code /maps/prices}
   * @return the map
   * @throws StoreException if the map has other keys or values
   */
  default LongDoubleMap longDoubleMap(String path) {
    return new MappedLongDoubleMap(
        map(path, MapOptions.of(Codecs.longs(), Codecs.doubles()).compact()));
  }

  /**
   * Opens an existing map with the generic codecs that its file names: records come as {@link
   * TypedValue}.
   *
   * @param path for example {@code /maps/prices}
   * @return the map, or null where there is none
   */
  @Nullable StoreMap<Object, Object> genericMap(String path);

  /**
   * Lists the maps.
   *
   * @param prefix paths begin with it
   * @return paths in order
   */
  List<String> list(String prefix);

  /**
   * Describes a map.
   *
   * @param path its path
   * @return what is known, or null where there is none
   */
  @Nullable MapInfo describe(String path);

  /**
   * Removes a map with all its entries, for every process.
   *
   * @param path its path
   * @return whether there was one
   */
  boolean drop(String path);

  /**
   * Changes several entries of any maps of the store, all or none, as one change with one revision:
   * also where the process is killed within, and to every reader of the change log. Who looks
   * entries up one by one may see some of them before and some after; who needs several as of one
   * instant reads them in a group, too.
   *
   * @param body reads and changes entries through the group that it gets; runs outside of all
   *     locks, and again if something that it has read was changed meanwhile; see {@link
   *     AtomicGroup} for what it may see. An exception that it throws is passed on if what it has
   *     read holds, else it runs again; an {@link Error} is passed on at once. Nothing is changed
   * @param <R> type of the answer
   * @return what the body returned
   * @throws StoreFullException if there is no room; nothing has changed
   */
  <R extends @Nullable Object> R atomically(Function<? super AtomicGroup, ? extends R> body);

  /**
   * Writes a copy of the whole store, as it is at one revision, while others go on reading and
   * writing. The copy is a store of its own, on disk when this returns: it has another epoch, and
   * its change log begins behind that revision. The log of this one is kept from the beginning of
   * the copying on, whatever is to be retained, so there must be room for it. Killed within, it
   * leaves at most a folder whose name ends with {@code .new-} and a random part, which the next
   * copy to that target removes.
   *
   * @param target where to, a folder that is absent or empty, or a link to an empty one; not where
   *     a file system is mounted, but within it
   * @return the revision that the copy shows
   * @throws StoreException if the folder is taken or cannot be written
   */
  long snapshot(Path target);

  /**
   * Gives a map a file of its size: its entries are copied into a new one, which takes the place of
   * the old one while others go on reading and writing, in whichever process. Readers never wait;
   * writers wait at the end for as long as it takes to copy the last few changes. The log of what
   * is written meanwhile is kept, whatever is to be retained. Killed within, it leaves the map as
   * it was, or with the new file.
   *
   * @param path the map's path
   * @return what was done, or null where there is no such map
   * @throws StoreFullException if there is no room for the new file; nothing has changed
   * @throws StoreException if the file cannot be replaced, or a paused writer has a lock of the map
   *     for long; nothing has changed
   */
  @Nullable CompactionReport compact(String path);

  /**
   * Compacts the maps that are worth it, one after the other. Cheap where none is: a serving
   * process calls it now and then. Does nothing while another process is at it.
   *
   * @param options tell which maps are worth it
   * @return what was done
   * @throws StoreFullException if there is no room for a new file; that map has not changed
   */
  List<CompactionReport> compact(CompactOptions options);

  /**
   * Identity of the change log: a revision means something only together with it.
   *
   * @return a random number that a new store draws once
   */
  long epoch();

  /**
   * Revision of the latest change. Who asks lets the change log begin, if it has not yet, as with
   * {@link #reservedRevision}, {@link #oldestRevision} and {@link #tailer}: from then on it tells
   * of every change ({@link StoreOptions#withLogFromStart}). The first one waits for the changes
   * that are being made at that moment. A store that is open for reading only lets nothing begin,
   * and tells how far changes have come.
   *
   * @return a revision, 0 in a store without changes
   */
  long revision();

  /**
   * How far the log is taken up by changes that have begun: whatever a map shows at this moment was
   * set by changes up to there, although some of them may not be readable yet.
   *
   * @return a place that tailers come to, not less than {@link #revision}
   */
  long reservedRevision();

  /**
   * The revision right before the oldest change that is retained: the earliest place to tail from.
   *
   * @return a revision
   */
  long oldestRevision();

  /**
   * Begins to read the change log.
   *
   * @param fromRevision the first change handed on is the first one after this revision; must be a
   *     revision that a change, {@link #revision}, {@link #oldestRevision} or a tailer told, or the
   *     {@link Change#place} of a change
   * @return a new tailer
   * @throws RetentionException if that change is no longer in the log, or was made before it began
   * @throws UnsupportedOperationException if the log has not begun yet and the store is open for
   *     reading only
   * @throws IllegalArgumentException if the log has not come that far
   */
  Tailer tailer(long fromRevision);

  /**
   * Looks for processes that died holding something, and puts in order what they left. Cheap where
   * nobody died; whoever watches the log calls it now and then.
   *
   * @return how many segments were taken over
   */
  int sweep();

  /**
   * Removes entries whose time to live has passed, each with a change of its own. One call looks
   * through a bounded piece of the maps that ever had such entries and the next call goes on behind
   * it, so whoever calls it now and then keeps a store tidy; a serving process does.
   *
   * @return how many entries were removed
   */
  int sweepExpired();

  /**
   * Tells what the store is made of and what has happened to it; its maps tell about themselves
   * ({@link StoreMap#statistics}, {@link #statistics(String)}).
   *
   * @return the figures
   */
  StoreStatistics statistics();

  /**
   * Tells what a map is made of and what has happened to it, without its codecs.
   *
   * @param path its path
   * @return the figures, or null where there is no such map
   */
  @Nullable MapStatistics statistics(String path);

  /** Detaches from the folder; every later call on the store and its maps fails. */
  @Override
  void close();
}
