package io.vitrine.hashing;

import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;

/**
 * A hash map on the heap whose hash strategy is an argument. For one thread, as {@link
 * java.util.HashMap} is.
 *
 * <ul>
 *   <li>Null is a key and a value like others.
 *   <li>Iteration goes in the order in which keys were inserted, whatever their hashes; setting the
 *       value of a key that is there does not move it. Streams keep that order, also parallel ones.
 *       Iterators fail fast.
 *   <li>Keys are hashed by their content: a {@code String} as text, a {@code Long} and an {@code
 *       Integer} as numbers; other keys by the number that their {@code hashCode()} gives, so that
 *       a secret seed protects no better than that, or by a function of yours. Equality is {@code
 *       equals}, always.
 *   <li>Keys whose hashes collide are told apart by all 64 bits of the hash before {@code equals}
 *       is asked. A bucket of nine or more becomes a balanced tree, ordered by hash, and where
 *       hashes are equal, by {@code compareTo} among keys of one class that is {@code Comparable}
 *       with itself. As in {@code HashMap}, {@code compareTo} has to give 0 for keys that are
 *       equal; it may do so for others, too. So keys that collide on purpose cost a logarithm, and
 *       only those that collide in all 64 bits and cannot be compared are walked through one by
 *       one: keys without an order, and those of other classes, which may be equal all the same, as
 *       lists are. What equals nothing of another class, such as {@code String} and the numbers of
 *       {@code java.lang}, is not looked for there.
 *   <li>A bucket is chosen as in {@code HashMap}: by the low bits, after the higher ones were
 *       folded into them. It grows at three quarters, and does not shrink.
 * </ul>
 *
 * @param <K> type of the keys
 * @param <V> type of the values
 */
public final class StrategyHashMap<K extends @Nullable Object, V extends @Nullable Object>
    extends AbstractMap<K, V> {
  private static final int CAPACITY_MIN = 16;
  private static final int CAPACITY_MAX = 1 << 30;
  private static final int TREE_MIN = 9;
  private static final int LIST_MAX = 6;

  private final HashStrategy strategy;
  private final ToLongBiFunction<HashStrategy, Object> keyHash;

  /* A place holds the first node of a list, a tree, or null. */
  private @Nullable Object[] table = new @Nullable Object[CAPACITY_MIN];
  private int size;
  private int changes;
  private @Nullable MapNode<K, V> first;
  private @Nullable MapNode<K, V> last;
  private @Nullable SplittableRandom random;

  /**
   * An empty map.
   *
   * @param strategy hashes the keys
   */
  public StrategyHashMap(HashStrategy strategy) {
    this(strategy, StrategyHashMap::contentHash);
  }

  /**
   * An empty map whose keys are hashed by a function, for example {@code (s, point) ->
   * s.hash((long) point.x() << 32 | point.y())}.
   *
   * @param strategy hashes the keys
   * @param keyHash hashes a key that is not null by the strategy; equal keys have equal hashes. It
   *     is called with what lookups ask for too, and that is of any class
   */
  public StrategyHashMap(HashStrategy strategy, ToLongBiFunction<HashStrategy, Object> keyHash) {
    this.strategy = Objects.requireNonNull(strategy, "strategy");
    this.keyHash = Objects.requireNonNull(keyHash, "keyHash");
  }

  /**
   * A map with the entries of another one.
   *
   * @param strategy hashes the keys
   * @param entries what to begin with
   */
  public StrategyHashMap(HashStrategy strategy, Map<? extends K, ? extends V> entries) {
    this(strategy);
    putAll(entries);
  }

  /**
   * What the keys are hashed by.
   *
   * @return the strategy
   */
  public HashStrategy strategy() {
    return strategy;
  }

  private static long contentHash(HashStrategy strategy, Object key) {
    return switch (key) {
      case String text -> strategy.hash(text);
      case Long number -> strategy.hash(number.longValue());
      case Integer number -> strategy.hash(number.intValue());
      default -> strategy.hash(key.hashCode());
    };
  }

  private long hashOf(@Nullable Object key) {
    return key == null ? 0 : keyHash.applyAsLong(strategy, key);
  }

  private int placeOf(long hash) {
    // Added: joined by xor, hashes whose bits are always of even number, as metro's, lose one more.
    int folded = (int) (hash + (hash >>> 32));
    return (folded ^ folded >>> 16) & table.length - 1;
  }

  // --- Nodes -------------------------------------------------------------------------------------

  @Nullable MapNode<K, V> find(@Nullable Object key) {
    return find(hashOf(key), key);
  }

  @SuppressWarnings("unchecked") // What a place holds is ours.
  private @Nullable MapNode<K, V> find(long hash, @Nullable Object key) {
    Object place = table[placeOf(hash)];
    if (place instanceof CollisionTree<?, ?> tree) {
      return (MapNode<K, V>) tree.find(hash, key);
    }
    for (MapNode<K, V> node = (MapNode<K, V>) place; node != null; node = node.next) {
      if (node.isFor(hash, key)) {
        return node;
      }
    }
    return null;
  }

  /** Adds a key that is not there. */
  private void add(long hash, K key, V value) {
    if (size >= table.length / 4 * 3 && table.length < CAPACITY_MAX) {
      grow();
    }
    var node = new MapNode<K, V>(hash, key, value);
    place(node);
    node.before = last;
    if (last == null) {
      first = node;
    } else {
      last.after = node;
    }
    last = node;
    size++;
    changes++;
  }

  /* First all become lists, in a loop that calls nothing. So, whatever is thrown behind it by a
   * compareTo, or for want of stack or heap, nothing is lost. */
  @SuppressWarnings("unchecked") // What a place holds is ours.
  private void grow() {
    var larger = new @Nullable Object[table.length * 2];
    int mask = larger.length - 1;
    for (MapNode<K, V> node = first; node != null; node = node.after) {
      int folded = (int) (node.hash + (node.hash >>> 32)); // as in placeOf
      int index = (folded ^ folded >>> 16) & mask;
      node.next = (MapNode<K, V>) larger[index];
      larger[index] = node;
    }
    table = larger;
    for (int i = 0; i < larger.length; i++) {
      try {
        makeTreeIfLong(i);
      } catch (RuntimeException | Error _) {
        // it stays a list
      }
    }
  }

  @SuppressWarnings("unchecked") // What a place holds is ours.
  private void makeTreeIfLong(int index) {
    MapNode<K, V> list = (MapNode<K, V>) table[index];
    int length = 0;
    for (MapNode<K, V> each = list; each != null; each = each.next) {
      length++;
    }
    CollisionTree<K, V> tree = length < TREE_MIN ? null : tree(list, null);
    if (tree != null) {
      table[index] = tree;
    }
  }

  /** All is as it was if a key's {@code compareTo} throws. */
  @SuppressWarnings("unchecked") // What a place holds is ours.
  private void place(MapNode<K, V> node) {
    int index = placeOf(node.hash);
    Object place = table[index];
    if (place instanceof CollisionTree<?, ?> tree) {
      ((CollisionTree<K, V>) tree).add(node);
      return;
    }
    MapNode<K, V> list = (MapNode<K, V>) place;
    int length = 1;
    for (MapNode<K, V> each = list; each != null; each = each.next) {
      length++;
    }
    CollisionTree<K, V> tree = length < TREE_MIN ? null : tree(list, node);
    if (tree == null) {
      prepend(node, list);
    } else {
      table[index] = tree;
    }
  }

  private void prepend(MapNode<K, V> node, @Nullable MapNode<K, V> list) {
    node.next = list;
    table[placeOf(node.hash)] = node;
  }

  /** Null, and a list as it was, if its keys cannot be compared: so it stays a list. */
  @SuppressWarnings("unchecked") // an array of what is ours
  private @Nullable CollisionTree<K, V> tree(
      @Nullable MapNode<K, V> list, @Nullable MapNode<K, V> added) {
    if (random == null) {
      random = new SplittableRandom();
    }
    var nodes = new ArrayList<MapNode<K, V>>();
    for (MapNode<K, V> node = list; node != null; node = node.next) {
      nodes.add(node);
    }
    MapNode<K, V>[] order = nodes.toArray((MapNode<K, V>[]) new MapNode<?, ?>[0]);
    var tree = new CollisionTree<K, V>(random);
    try {
      nodes.forEach(tree::add);
      if (added != null) {
        tree.add(added);
      }
      return tree;
    } catch (RuntimeException | Error e) {
      MapNode<K, V> next = null; // calling nothing, for which there may be no stack
      for (int i = order.length - 1; i >= 0; i--) {
        order[i].next = next;
        next = order[i];
      }
      if (e instanceof Error error) {
        throw error;
      }
      return null;
    }
  }

  /** Removes a node that is there. */
  @SuppressWarnings("unchecked") // What a place holds is ours.
  void remove(MapNode<K, V> node) {
    int index = placeOf(node.hash);
    Object place = table[index];
    if (place instanceof CollisionTree<?, ?> found) {
      var tree = (CollisionTree<K, V>) found;
      tree.remove(node);
      try {
        table[index] = tree.size() <= LIST_MAX ? tree.toList() : tree;
      } catch (RuntimeException | Error _) {
        table[index] = tree; // for want of stack: it stays a tree
      }
    } else if (place != null) {
      table[index] = CollisionTree.without((MapNode<K, V>) place, node);
    }
    if (node.before == null) {
      first = node.after;
    } else {
      node.before.after = node.after;
    }
    if (node.after == null) {
      last = node.before;
    } else {
      node.after.before = node.before;
    }
    // Else whoever keeps it would keep all that is added later on. The garbage collector does so: a
    // dead entry that is old keeps young ones until the old are collected, too.
    node.before = null;
    node.after = null;
    node.next = null;
    size--;
    changes++;
  }

  @Nullable MapNode<K, V> first() {
    return first;
  }

  /** A number that another one follows whenever a key comes or goes. */
  int changes() {
    return changes;
  }

  // --- Map ---------------------------------------------------------------------------------------

  @Override
  public int size() {
    return size;
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return find(key) != null;
  }

  @Override
  public @Nullable V get(@Nullable Object key) {
    MapNode<K, V> node = find(key);
    return node == null ? null : node.value;
  }

  @Override
  @SuppressWarnings("NullAway") // The default may be null where V may.
  public V getOrDefault(@Nullable Object key, V defaultValue) {
    MapNode<K, V> node = find(key);
    return node == null ? defaultValue : node.value;
  }

  @Override
  public @Nullable V put(K key, V value) {
    long hash = hashOf(key);
    MapNode<K, V> node = find(hash, key);
    if (node == null) {
      add(hash, key, value);
      return null;
    }
    return node.setValue(value);
  }

  @Override
  public @Nullable V putIfAbsent(K key, V value) {
    long hash = hashOf(key);
    MapNode<K, V> node = find(hash, key);
    if (node == null) {
      add(hash, key, value);
      return null;
    }
    if (node.value == null) {
      node.value = value;
      return null;
    }
    return node.value;
  }

  @Override
  public @Nullable V remove(@Nullable Object key) {
    MapNode<K, V> node = find(key);
    if (node == null) {
      return null;
    }
    remove(node);
    return node.value;
  }

  @Override
  public boolean remove(@Nullable Object key, @Nullable Object value) {
    MapNode<K, V> node = find(key);
    if (node == null || !Objects.equals(node.value, value)) {
      return false;
    }
    remove(node);
    return true;
  }

  @Override
  public @Nullable V replace(K key, V value) {
    MapNode<K, V> node = find(key);
    return node == null ? null : node.setValue(value);
  }

  @Override
  public boolean replace(K key, V oldValue, V newValue) {
    MapNode<K, V> node = find(key);
    if (node == null || !Objects.equals(node.value, oldValue)) {
      return false;
    }
    node.value = newValue;
    return true;
  }

  @Override
  public @Nullable V computeIfAbsent(K key, Function<? super K, ? extends @Nullable V> function) {
    Objects.requireNonNull(function, "function");
    long hash = hashOf(key);
    MapNode<K, V> node = find(hash, key);
    if (node != null && node.value != null) {
      return node.value;
    }
    int before = changes;
    V value = function.apply(key);
    checkUnchangedByFunction(before);
    if (value != null && node != null) {
      node.value = value;
    } else if (value != null) {
      add(hash, key, value);
    }
    return value; // An entry that has null stays where the function answers that.
  }

  @Override
  public @Nullable V computeIfPresent(
      K key, BiFunction<? super K, ? super V, ? extends @Nullable V> function) {
    Objects.requireNonNull(function, "function");
    MapNode<K, V> node = find(key);
    return node == null || node.value == null ? null : compute(key, function);
  }

  @Override
  @SuppressWarnings("NullAway") // The function gets null where there is no value.
  public @Nullable V compute(
      K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function) {
    Objects.requireNonNull(function, "function");
    long hash = hashOf(key);
    MapNode<K, V> node = find(hash, key);
    int before = changes;
    V value = function.apply(key, node == null ? null : node.value);
    checkUnchangedByFunction(before);
    if (node != null && value != null) {
      node.value = value;
    } else if (node != null) {
      remove(node);
    } else if (value != null) {
      add(hash, key, value);
    }
    return value;
  }

  @Override
  @SuppressWarnings("NullAway") // The function gets values that are there.
  public @Nullable V merge(
      K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function) {
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(function, "function");
    return compute(key, (_, old) -> old == null ? value : function.apply(old, value));
  }

  @Override
  public void forEach(BiConsumer<? super K, ? super V> action) {
    Objects.requireNonNull(action, "action");
    int before = changes;
    for (MapNode<K, V> node = first; node != null; node = node.after) {
      action.accept(node.key, node.value);
      checkUnchanged(before);
    }
  }

  @Override
  public void replaceAll(BiFunction<? super K, ? super V, ? extends V> function) {
    Objects.requireNonNull(function, "function");
    int before = changes;
    for (MapNode<K, V> node = first; node != null; node = node.after) {
      node.value = function.apply(node.key, node.value);
      checkUnchanged(before);
    }
  }

  private void checkUnchangedByFunction(int before) {
    if (changes != before) {
      throw new ConcurrentModificationException("the function changed the map that called it");
    }
  }

  void checkUnchanged(int before) {
    if (changes != before) {
      throw new ConcurrentModificationException("keys came or went during an iteration");
    }
  }

  @Override
  public void clear() {
    table = new @Nullable Object[CAPACITY_MIN];
    first = null;
    last = null;
    size = 0;
    changes++;
  }

  @Override
  public Set<Map.Entry<K, V>> entrySet() {
    return new MapEntries<>(this);
  }

  @Override
  public Set<K> keySet() {
    return new MapKeys<>(this);
  }

  @Override
  public Collection<V> values() {
    return new MapValues<>(this);
  }

  /**
   * How the entries lie. Looks at each of them.
   *
   * @return lengths of lists and depths of trees
   */
  public BucketStatistics statistics() {
    var count = new ProbeCount();
    int used = 0;
    int trees = 0;
    int fullest = 0;
    for (Object place : table) {
      int length = 0;
      if (place instanceof CollisionTree<?, ?> tree) {
        trees++;
        length = tree.size();
        tree.tell(count);
      } else {
        for (var node = (MapNode<?, ?>) place; node != null; node = node.next) {
          count.add(++length);
        }
      }
      used += length > 0 ? 1 : 0;
      fullest = Math.max(fullest, length);
    }
    double mean = size == 0 ? 0 : (double) count.sum() / size;
    return new BucketStatistics(size, table.length, used, trees, fullest, mean, count.most());
  }
}
