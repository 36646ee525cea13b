package io.vitrine.collections;

import io.vitrine.store.CompactOptions;
import io.vitrine.store.CompactionReport;
import io.vitrine.store.MapStatistics;
import io.vitrine.store.StoreOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A catalogue of named collections: in a folder, in memory or on a server. Safe for any number of
 * threads.
 *
 * <p>A path that is none is refused with an {@link IllegalArgumentException}. What cannot be opened
 * (other classes or another hash than those it was created with, damage, a disk that fails) is told
 * by a {@link io.vitrine.store.StoreException}, and of a server's by an exception of its code.
 * After {@link #close}, calls throw an {@link IllegalStateException}. Of a collection that was
 * dropped they throw a {@link io.vitrine.store.MapDroppedException}, on a server an exception that
 * says that there is none.
 */
public interface Vitrine extends AutoCloseable {
  /**
   * Opens a folder, creating it where there is none. Any number of JVMs may have it open.
   *
   * @param root the folder
   * @return the catalogue
   */
  static Vitrine open(Path root) {
    return open(root, new TypeRegistry());
  }

  /**
   * Opens a folder with types of the application's own.
   *
   * @param root the folder
   * @param types records, enums, visitors, functions and filters by name
   * @return the catalogue
   */
  static Vitrine open(Path root, TypeRegistry types) {
    return open(root, types, StoreOptions.defaults());
  }

  /**
   * Opens a folder with types of the application's own, and says how.
   *
   * @param root the folder
   * @param types records, enums, visitors, functions and filters by name
   * @param options among them what has become of a change when the call that made it returns
   * @return the catalogue
   */
  static Vitrine open(Path root, TypeRegistry types, StoreOptions options) {
    return LocalVitrine.open(root, types, options);
  }

  /**
   * A catalogue in this process's memory, the same in all else: for tests.
   *
   * @return the catalogue
   */
  static Vitrine inMemory() {
    return inMemory(new TypeRegistry());
  }

  /**
   * A catalogue in this process's memory with types of the application's own.
   *
   * @param types records, enums, visitors, functions and filters by name
   * @return the catalogue
   */
  static Vitrine inMemory(TypeRegistry types) {
    return LocalVitrine.inMemory(types);
  }

  /**
   * Connects to a server; needs {@code vitrine-remote} on the class path.
   *
   * @param host name or address
   * @param port port
   * @return the catalogue
   */
  static Vitrine connect(String host, int port) {
    return connect(host, port, new TypeRegistry());
  }

  /**
   * Connects to a server with types of the application's own; needs {@code vitrine-remote} on the
   * class path.
   *
   * @param host name or address
   * @param port port
   * @param types records, enums, visitors, functions and filters by name
   * @return the catalogue
   */
  static Vitrine connect(String host, int port, TypeRegistry types) {
    return Connector.find().connect(host, port, types);
  }

  /**
   * Opens a map, creating it where there is none, with the codecs of the two classes: any that
   * {@link io.vitrine.store.Codecs#forClass} takes, among them {@code Long}, {@code String}, {@code
   * UUID}, a record, or {@code Object} for any value of the data model; or a class that is
   * registered with a codec of its own.
   *
   * @param path for example {@code /maps/prices}; a name without a slash means {@code /maps/NAME}
   * @param keyType class of the keys
   * @param valueType class of the values
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the map
   */
  <K, V> ObservableMap<K, V> map(String path, Class<K> keyType, Class<V> valueType);

  /**
   * Opens a map with options.
   *
   * @param path for example {@code /maps/prices}; a name without a slash means {@code /maps/NAME}
   * @param spec types and hash
   * @param <K> type of the keys
   * @param <V> type of the values
   * @return the map
   */
  <K, V> ObservableMap<K, V> map(String path, MapSpec<K, V> spec);

  /**
   * Opens an existing map by the types that it was created with: registered records come as objects
   * of their class, others as {@link io.vitrine.store.TypedValue}.
   *
   * @param path for example {@code /maps/prices}
   * @return the map, or null where there is none
   */
  @Nullable ObservableMap<Object, Object> existingMap(String path);

  /**
   * Opens a set, creating it where there is none.
   *
   * @param path for example {@code /sets/members}; a name without a slash means {@code /sets/NAME}
   * @param elementType class of the elements, any that a {@link #map(String, Class, Class) map}
   *     takes for its keys
   * @param <E> type of the elements
   * @return the set
   */
  default <E> ObservableSet<E> set(String path, Class<E> elementType) {
    return set(path, ElementSpec.of(elementType));
  }

  /**
   * Opens a set with options.
   *
   * @param path for example {@code /sets/members}; a name without a slash means {@code /sets/NAME}
   * @param spec type and hash
   * @param <E> type of the elements
   * @return the set
   */
  <E> ObservableSet<E> set(String path, ElementSpec<E> spec);

  /**
   * Opens an existing set by the type that it was created with, as {@link #existingMap} does.
   *
   * @param path for example {@code /sets/members}
   * @return the set, or null where there is none
   */
  @Nullable ObservableSet<Object> existingSet(String path);

  /**
   * Opens a list, creating it where there is none.
   *
   * @param path for example {@code /lists/queue}; a name without a slash means {@code /lists/NAME}
   * @param elementType class of the elements, any that a {@link #map(String, Class, Class) map}
   *     takes for its values
   * @param <E> type of the elements
   * @return the list
   */
  default <E> ObservableList<E> list(String path, Class<E> elementType) {
    return list(path, ElementSpec.of(elementType));
  }

  /**
   * Opens a list with options.
   *
   * @param path for example {@code /lists/queue}; a name without a slash means {@code /lists/NAME}
   * @param spec type of the elements
   * @param <E> type of the elements
   * @return the list
   */
  <E> ObservableList<E> list(String path, ElementSpec<E> spec);

  /**
   * Opens an existing list by the type that it was created with, as {@link #existingMap} does.
   *
   * @param path for example {@code /lists/queue}
   * @return the list, or null where there is none
   */
  @Nullable ObservableList<Object> existingList(String path);

  /**
   * Changes several entries of maps, elements of sets and lists, all or none, as one change:
   * subscribers are told of it with one {@link MapEvent#commit commit}, also where a process is
   * killed within.
   *
   * @param body reads and changes through the group that it gets; runs again if something that it
   *     has read was changed meanwhile. It runs outside of all locks, except that nobody else
   *     changes the lists that it uses. What it throws is passed on and nothing is changed. A group
   *     that it begins is a change of its own; do not use lists in both, since two threads that do
   *     so in opposite orders wait for each other
   * @param <R> type of the answer
   * @return what the body returned
   * @throws IllegalStateException if the body changes a list that it uses by another way than the
   *     group
   * @throws UnsupportedOperationException if the catalogue is that of a server
   */
  default <R extends @Nullable Object> R atomically(Function<? super Group, ? extends R> body) {
    throw new UnsupportedOperationException(
        "changes are made together where the store is open, not from far");
  }

  /**
   * Lists the collections.
   *
   * @param prefix paths begin with it
   * @return paths in order
   */
  List<String> list(String prefix);

  /**
   * Describes a collection.
   *
   * @param path its path
   * @return what is known, or null where there is none
   */
  @Nullable Description describe(String path);

  /**
   * Tells what a collection is made of and what has happened to it.
   *
   * @param path its path
   * @return the figures, or null where there is no such collection or where it is another process
   *     that has the store open
   */
  default @Nullable MapStatistics statistics(String path) {
    return null;
  }

  /**
   * Removes a collection with all its entries, for everybody.
   *
   * @param path its path
   * @return whether there was one
   */
  boolean drop(String path);

  /**
   * Sets a named value of a collection as a whole, or removes it. It is kept as long as the
   * collection is, as an entry of the map {@code /maps/annotations}, and told to the collection's
   * subscribers that ask for it ({@link CollectionEvent.Annotated}).
   *
   * @param path path of a collection
   * @param name name of the annotation
   * @param value any value of the data model or of a registered type; null to remove it
   * @throws IllegalArgumentException if there is no such collection
   */
  default void annotate(String path, String name, @Nullable Object value) {
    Annotations.set(this, path, name, value);
  }

  /**
   * Looks up the annotations of a collection. Walks over those of all collections.
   *
   * @param path path of a collection
   * @return values by name
   */
  default Map<String, Object> annotations(String path) {
    return Annotations.of(this, path);
  }

  /**
   * Watches collections come and go.
   *
   * @param prefix paths begin with it
   * @param subscriber receives the present collections, then the changes
   * @return the handle; its filter sees paths
   */
  default Subscription<String> subscribeTopology(
      String prefix, Subscriber<TopologyEvent> subscriber) {
    return subscribeTopology(prefix, Long.MAX_VALUE, subscriber);
  }

  /**
   * Watches collections come and go, no faster than is asked for.
   *
   * @param prefix paths begin with it
   * @param request demand to begin with; may be 0
   * @param subscriber receives the present collections, then the changes
   * @return the handle; its filter sees paths
   * @throws IllegalArgumentException if the demand is negative
   */
  Subscription<String> subscribeTopology(
      String prefix, long request, Subscriber<TopologyEvent> subscriber);

  /**
   * Lets the change log tell of every change from now on, as it does as soon as anybody watches.
   * Whoever serves collections to others calls it, so that any revision he tells can be resumed
   * from. At a client there is nothing to do: the server has done it.
   */
  default void beginLog() {}

  /**
   * Does a bounded piece of the work that keeps a store tidy: removes entries whose time to live
   * has passed. A server calls it in the background; whoever serves nobody may call it now and
   * then. A catalogue that is another process's has nothing to do.
   *
   * @return whether there was something to do, so that more may be left
   */
  default boolean tidy() {
    return false;
  }

  /**
   * Gives maps whose files have become much larger than their entries need smaller ones, while
   * others use them. A server calls it in the background; whoever serves nobody may call it now and
   * then. A catalogue that is another process's has nothing to do.
   *
   * @param options tell which maps are worth it
   * @return what was done
   * @throws io.vitrine.store.StoreException if it cannot be done, for example on a full disk;
   *     nothing has changed
   */
  default List<CompactionReport> compact(CompactOptions options) {
    return List.of();
  }

  /**
   * The types this catalogue knows.
   *
   * @return the registry it was opened with
   */
  TypeRegistry types();

  /** Ends the subscriptions, waits for them up to 5 seconds, and detaches; later calls fail. */
  @Override
  void close();
}
