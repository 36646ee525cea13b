package io.vitrine.remote.client;

import io.vitrine.collections.Description;
import io.vitrine.collections.ElementSpec;
import io.vitrine.collections.MapSpec;
import io.vitrine.collections.ObservableList;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.ObservableSet;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.TopologyEvent;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.UnknownTypeException;
import io.vitrine.collections.Vitrine;
import io.vitrine.hashing.HashStrategy;
import io.vitrine.remote.wire.TypeNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of a server, over one connection that is had again when it is lost. Safe for any
 * number of threads.
 *
 * <p>A call that gets no answer in time, or whose connection cannot be had again in time, fails
 * with a {@link RemoteException} and never hangs. Registered visitors and functions travel to the
 * server; lambdas run here. See {@link RemoteException} for what failures of the server become.
 */
public final class VitrineClient implements Vitrine {
  private static final String MAPS = "/maps/";
  private static final String SETS = "/sets/";
  private static final String LISTS = "/lists/";

  private static final AtomicIntegerFieldUpdater<VitrineClient> CLOSING =
      AtomicIntegerFieldUpdater.newUpdater(VitrineClient.class, "closing");

  private final Link link;
  private volatile int closing;
  private final TypeRegistry types;

  private VitrineClient(Link link, TypeRegistry types) {
    this.link = link;
    this.types = types;
  }

  /**
   * Connects to a server.
   *
   * @param host name or address
   * @param port port
   * @param types types of the application
   * @param options how
   * @return the catalogue there
   * @throws IOException if there is no server, or it does not answer
   */
  public static VitrineClient connect(
      String host, int port, TypeRegistry types, ClientOptions options) throws IOException {
    var link = new Link(host, port, options);
    link.connect();
    return new VitrineClient(link, Objects.requireNonNull(types, "types"));
  }

  /**
   * Waits until everything that was sent over this connection is done, {@link ObservableMap#set}
   * and {@link ObservableMap#asyncUpdate} included. What failed of those was told to the listener
   * of the options.
   */
  public void sync() {
    link.sync();
  }

  @Override
  public <K, V> ObservableMap<K, V> map(String path, Class<K> keyType, Class<V> valueType) {
    return map(path, MapSpec.of(keyType, valueType));
  }

  @Override
  public <K, V> ObservableMap<K, V> map(String path, MapSpec<K, V> spec) {
    String full = full(path, MAPS);
    String key = spec.keyName() == null ? typeName(spec.keyType()) : spec.keyName();
    String value = spec.valueName() == null ? typeName(spec.valueType()) : spec.valueName();
    Description described = describe(full);
    if (described == null
        || !isOf(described.keyType(), key)
        || !isOf(described.valueType(), value)
        || isOther(described, spec.hash())) {
      // Where there is another one, this is what says so.
      var options = new LinkedHashMap<String, Object>();
      options.put("key", key);
      options.put("value", value);
      putHash(options, spec.hash());
      options.put("segments", (long) spec.segments());
      if (spec.isCompact()) {
        options.put("compact", true);
      }
      var classes = new LinkedHashMap<String, Class<?>>();
      note(classes, "key", spec.keyName(), spec.keyType());
      note(classes, "value", spec.valueName(), spec.valueType());
      create(full, options, classes);
    } else {
      requireForm(full, described.keyType(), spec.keyName(), spec.keyType());
      requireForm(full, described.valueType(), spec.valueName(), spec.valueType());
    }
    return new RemoteMap<>(link, full, spec.keyType(), spec.valueType(), types);
  }

  /**
   * Refuses a class that is not what a collection is made of: it would read other values than were
   * written, or fail behind a change.
   */
  private void requireForm(String path, String described, @Nullable String term, Class<?> type) {
    if (term == null && (type.isRecord() || type.isEnum()) && described.matches(".*[{(].*")) {
      String here = termOf(type);
      if (here != null && !here.equals(described)) {
        throw new IllegalArgumentException(
            path
                + " is made of "
                + described
                + ", and "
                + type.getName()
                + " is "
                + here
                + "; take a class of the same parts, or open what is there without one");
      }
    }
  }

  /** What a class is made of, null where no store could keep it. */
  private @Nullable String termOf(Class<?> type) {
    try {
      return types.termOf(type);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Notes a class of ours that goes by its name. */
  private static void note(
      Map<String, Class<?>> classes, String field, @Nullable String term, Class<?> type) {
    if (term == null && (type.isRecord() || type.isEnum())) {
      classes.put(field, type);
    }
  }

  private void create(String full, Map<String, Object> options, ElementSpec<?> spec) {
    var classes = new LinkedHashMap<String, Class<?>>();
    note(classes, "element", spec.elementName(), spec.elementType());
    create(full, options, classes);
  }

  /** Creates a collection; for a server that does not know our classes, of what they are made. */
  private void create(String full, Map<String, Object> options, Map<String, Class<?>> classes) {
    try {
      link.ask("/", "create", List.of(full, options), true);
    } catch (UnknownTypeException e) {
      if (classes.isEmpty()) {
        throw e;
      }
      classes.forEach((field, type) -> options.put(field, types.termOf(type)));
      link.ask("/", "create", List.of(full, options), true);
    }
  }

  /**
   * Whether a collection has another hash than is asked for. A seed counts if it is one's own (not
   * drawn, and not the 0 that everybody gets who says nothing), and if we are told the
   * collection's.
   */
  private static boolean isOther(Description described, HashStrategy asked) {
    Long seed = described.hashSeed();
    boolean own = asked.seed() != 0 && !asked.isSeedDrawn();
    return !described.hash().equals(asked.name()) || (own && seed != null && seed != asked.seed());
  }

  private static void putHash(Map<String, Object> options, HashStrategy hash) {
    options.put("hash", hash.name());
    if (!hash.isSeedDrawn()) { // else the server draws one, which then has not travelled
      options.put("hashSeed", hash.seed());
    }
  }

  /** Whether a term such as {@code Airport{iata:string}} is of the type of a name. */
  private static boolean isOf(String term, String name) {
    return term.equals(name)
        || term.equals("!" + name)
        || (term.startsWith(name) && "{(".indexOf(term.charAt(name.length())) >= 0);
  }

  @Override
  public <E> ObservableSet<E> set(String path, ElementSpec<E> spec) {
    String full = full(path, SETS);
    String element = typeName(spec);
    Description described = describe(full);
    if (described == null
        || !isOf(described.keyType(), element)
        || isOther(described, spec.hash())) {
      var options = new LinkedHashMap<String, Object>();
      options.put("element", element);
      putHash(options, spec.hash());
      options.put("segments", (long) spec.segments());
      create(full, options, spec);
    } else {
      requireForm(full, described.keyType(), spec.elementName(), spec.elementType());
    }
    return new RemoteSet<>(link, full, new Form<>(spec.elementType(), types));
  }

  @Override
  public @Nullable ObservableSet<Object> existingSet(String path) {
    String full = full(path, SETS);
    return describe(full) == null
        ? null
        : new RemoteSet<>(link, full, new Form<>(Object.class, types));
  }

  @Override
  public <E> ObservableList<E> list(String path, ElementSpec<E> spec) {
    String full = full(path, LISTS);
    String element = typeName(spec);
    Description described = describe(full);
    if (described == null || !isOf(described.valueType(), element)) {
      var options = new LinkedHashMap<String, Object>();
      options.put("element", element);
      create(full, options, spec);
    } else {
      requireForm(full, described.valueType(), spec.elementName(), spec.elementType());
    }
    return new RemoteList<>(link, full, new Form<>(spec.elementType(), types));
  }

  @Override
  public @Nullable ObservableList<Object> existingList(String path) {
    String full = full(path, LISTS);
    return describe(full) == null
        ? null
        : new RemoteList<>(link, full, new Form<>(Object.class, types));
  }

  private String typeName(ElementSpec<?> spec) {
    String name = spec.elementName();
    return name == null ? typeName(spec.elementType()) : name;
  }

  /** The full path of a collection of one kind. */
  private static String full(String path, String folder) {
    String full = path.indexOf('/') < 0 ? folder + path : path;
    if (!full.startsWith(folder)) {
      throw new IllegalArgumentException(
          "path \"" + path + "\" does not begin with " + folder + "; use " + folder + "NAME");
    }
    return full;
  }

  private static String full(String path) {
    return path.indexOf('/') < 0 ? MAPS + path : path;
  }

  private String typeName(Class<?> type) {
    if ((type.isRecord() || type.isEnum()) && types.nameOf(type) == null) {
      types.register(type);
    }
    String name = TypeNames.nameOf(type, types);
    if (name == null) {
      throw new IllegalArgumentException(
          type.getName() + " is no type of keys or values; use a record or Object");
    }
    return name;
  }

  @Override
  public @Nullable ObservableMap<Object, Object> existingMap(String path) {
    String full = full(path, MAPS);
    return describe(full) == null
        ? null
        : new RemoteMap<>(link, full, Object.class, Object.class, types);
  }

  @Override
  public List<String> list(String prefix) {
    var paths = new ArrayList<String>();
    if (link.ask("/", "list", Objects.requireNonNull(prefix, "prefix"), true)
        instanceof List<?> found) {
      found.forEach(path -> paths.add(String.valueOf(path)));
    }
    return paths;
  }

  @Override
  public @Nullable Description describe(String path) {
    try {
      return link.ask("/", "describe", full(path), true) instanceof Map<?, ?> found
          ? description(found)
          : null;
    } catch (RemoteException e) {
      if (e.code().equals("UnknownPath")) {
        return null;
      }
      throw e;
    }
  }

  private static Description description(Map<?, ?> found) {
    String path = String.valueOf(found.get("path"));
    // A set is a map without values and a list one by numbers, as where the store is open.
    Object key =
        path.startsWith(LISTS) ? "long" : found.get(path.startsWith(SETS) ? "element" : "key");
    Object value =
        path.startsWith(SETS)
            ? "Present{}"
            : found.get(path.startsWith(LISTS) ? "element" : "value");
    return new Description(
        path,
        String.valueOf(key),
        String.valueOf(value),
        String.valueOf(found.get("hash")),
        found.get("hashSeed") instanceof Long seed ? seed : null,
        (int) RemoteView.number(found.get("segments")),
        RemoteView.number(found.get("size")),
        RemoteView.number(found.get("bytes")),
        RemoteView.number(found.get("takeovers")),
        RemoteView.number(found.get("epoch")),
        RemoteView.number(found.get("revision")));
  }

  @Override
  public boolean drop(String path) {
    try {
      return Boolean.TRUE.equals(link.ask("/", "drop", full(path), false));
    } catch (RemoteException e) {
      if (e.code().equals("UnknownPath")) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public Subscription<String> subscribeTopology(
      String prefix, long request, Subscriber<TopologyEvent> subscriber) {
    Objects.requireNonNull(prefix, "prefix");
    Objects.requireNonNull(subscriber, "subscriber");
    if (request < 0) {
      throw new IllegalArgumentException("request is " + request + ", expected 0 or more");
    }
    return new RemoteTopology(link, prefix, request, subscriber).start();
  }

  @Override
  public TypeRegistry types() {
    return types;
  }

  @Override
  public void close() {
    if (closing != 0 || !CLOSING.compareAndSet(this, 0, 1)) {
      return; // to wait for the other one may be to wait for oneself, through a subscriber
    }
    try {
      link.close();
      link.tellers().join();
    } catch (Throwable e) { // for want of stack or heap: whoever closes it once more goes on
      closing = 0; // without a call, which might find no stack either
      throw e;
    }
  }
}
