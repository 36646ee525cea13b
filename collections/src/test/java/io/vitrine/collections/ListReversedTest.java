package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.AtomicGroup;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The list from its end keeps what the list promises, whatever others do to it meanwhile. */
@Timeout(300)
class ListReversedTest {
  private static final int WRITERS = 2;

  /** At how many looks at the list somebody else may come in between. */
  private static final int LOOKS = 5;

  /** What looks at the list without a lock, so that others may come in between. */
  private static final List<Function<List<Long>, @Nullable Object>> LOOKING =
      List.of(
          List::size,
          List::isEmpty,
          List::getFirst,
          List::getLast,
          l -> l.get(0),
          l -> l.get(3),
          l -> l.get(9),
          l -> l.remove((Object) 5L),
          answering(l -> l.replaceAll(e -> e + 1)),
          answering(l -> l.sort(null)),
          l -> l.removeIf(e -> e % 2 == 0),
          l -> l.removeAll(List.of(3L, 4L, 8L)),
          l -> l.retainAll(List.of(3L, 4L, 8L)),
          l -> l.contains(9L),
          l -> l.indexOf(5L),
          l -> l.lastIndexOf(5L),
          l -> l.indexOf(0L),
          l -> l.lastIndexOf(9L),
          l -> l.subList(0, 3) != null,
          l -> List.of(l.toArray()),
          l -> l.stream().toList(),
          l -> l.parallelStream().toList(),
          l -> copied(l.iterator()),
          l -> l.listIterator(2).nextIndex(),
          List::toString,
          List::hashCode);

  /** What looks at the list only while it has it locked. */
  private static final List<Function<List<Long>, @Nullable Object>> LOCKING =
      List.of(
          List::removeFirst,
          List::removeLast,
          l -> l.remove(0),
          l -> l.remove(3),
          l -> l.remove(9),
          l -> l.set(0, -1L),
          l -> l.set(3, -1L),
          l -> l.add(-1L),
          l -> l.addAll(List.of(-1L, -2L)),
          l -> l.addAll(3, List.of(-1L, -2L)),
          answering(l -> l.add(0, -1L)),
          answering(l -> l.add(3, -1L)),
          answering(l -> l.addFirst(-1L)),
          answering(l -> l.addLast(-1L)),
          answering(List::clear));

  private final Store store = Stores.inMemory();
  private final Vitrine vitrine = new LocalVitrine(store, new TypeRegistry());
  private final ObservableList<Long> list = vitrine.list("l", Long.class);
  private volatile boolean over;

  @AfterEach
  void close() {
    vitrine.close();
  }

  private static Function<List<Long>, @Nullable Object> answering(Consumer<List<Long>> call) {
    return l -> {
      call.accept(l);
      return null;
    };
  }

  private static List<Long> copied(Iterator<Long> elements) {
    var copy = new ArrayList<Long>();
    elements.forEachRemaining(copy::add);
    return copy;
  }

  private static List<Long> numbers(long from, long to) {
    return LongStream.range(from, to).boxed().toList();
  }

  /** Each call is as if made before or after what somebody else does while it is under way. */
  @Test
  void everyCall_isOneStep() {
    List<Function<List<Long>, @Nullable Object>> changes =
        List.of(
            List::removeFirst,
            List::removeLast,
            answering(l -> l.addFirst(99L)),
            answering(l -> l.addLast(99L)),
            l -> l.removeIf(e -> e > 1));
    for (int c = 0; c < LOOKING.size(); c++) {
      int interrupted = 0;
      for (int change = 0; change < changes.size(); change++) {
        String what = "looking call " + c + ", change " + change;
        interrupted += interruptions(LOOKING.get(c), changes.get(change), what);
      }
      assertTrue(interrupted > 0, "nobody came in between in looking call " + c);
    }
    for (int c = 0; c < LOCKING.size(); c++) {
      for (int change = 0; change < changes.size(); change++) {
        String what = "locking call " + c + ", change " + change;
        assertEquals(0, interruptions(LOCKING.get(c), changes.get(change), what), what);
      }
    }
  }

  /** Checks a call with a change at each of its looks; answers at how many there was one. */
  private int interruptions(
      Function<List<Long>, @Nullable Object> call,
      Function<List<Long>, @Nullable Object> changed,
      String what) {
    int interrupted = 0;
    for (int look = 1; look <= LOOKS; look++) {
      interrupted += checkOneStep(call, changed, look, what + " at look " + look) ? 1 : 0;
    }
    return interrupted;
  }

  /** Checks a call with a change at its nth look; answers whether it looked that often. */
  private boolean checkOneStep(
      Function<List<Long>, @Nullable Object> call,
      Function<List<Long>, @Nullable Object> changed,
      int look,
      String what) {
    List<Long> before = new ArrayList<>(numbers(0, 10));
    List<Long> after = new ArrayList<>(before);
    Object answerBefore = outcome(call, before.reversed());
    var _ = outcome(changed, before);
    var _ = outcome(changed, after);
    Object answerAfter = outcome(call, after.reversed());

    list.clear();
    list.addAll(numbers(0, 10));
    boolean[] made = {false};
    List<Long> seen =
        interrupted(
            look,
            () -> {
              made[0] = true;
              var _ = outcome(changed, list);
            });
    Object answer = outcome(call, seen.reversed());
    if (!made[0]) {
      var _ = outcome(changed, list);
    }
    List<Object> found = Arrays.asList(answer, new ArrayList<>(list));
    assertTrue(
        found.equals(Arrays.asList(answerBefore, before))
            || found.equals(Arrays.asList(answerAfter, after)),
        () ->
            what
                + ": "
                + found
                + ", expected "
                + Arrays.asList(answerBefore, before)
                + " or "
                + Arrays.asList(answerAfter, after));
    return made[0];
  }

  /** What a call answers, or the class of what it throws. */
  private static @Nullable Object outcome(
      Function<List<Long>, @Nullable Object> call, List<Long> list) {
    try {
      return call.apply(list);
    } catch (IndexOutOfBoundsException _) {
      return IndexOutOfBoundsException.class;
    } catch (NoSuchElementException _) {
      return NoSuchElementException.class;
    }
  }

  /** The list, of which somebody else does something after the nth look at it without a lock. */
  private List<Long> interrupted(int look, Runnable action) {
    int[] looks = {Integer.MIN_VALUE};
    boolean[] locked = {false};
    StoreMap<Long, byte[]> map = store.map("/lists/l", LocalLists.OPTIONS);
    InvocationHandler mapCalls =
        (_, method, arguments) -> {
          locked[0] |= method.getName().equals("exclusively");
          Object answer = invoke(map, method, arguments);
          locked[0] &= !method.getName().equals("exclusively");
          if (method.getName().equals("getVersioned") && !locked[0] && ++looks[0] == look) {
            action.run();
          }
          return answer;
        };
    InvocationHandler storeCalls =
        (_, method, arguments) ->
            switch (method.getName()) {
              case "map" -> proxy(StoreMap.class, mapCalls);
              case "atomically" -> inGroup(map, (Function<?, ?>) arguments[0]);
              default -> invoke(store, method, arguments);
            };
    var other = new LocalVitrine(proxy(Store.class, storeCalls), new TypeRegistry());
    List<Long> opened = other.list("l", Long.class);
    looks[0] = 0;
    return opened;
  }

  /** A group takes the maps of the store only, and not what stands for one. */
  @SuppressWarnings("unchecked")
  private Object inGroup(StoreMap<Long, byte[]> map, Function<?, ?> body) {
    return store.atomically(group ->
        ((Function<AtomicGroup, ?>) body)
            .apply(
                proxy(
                    AtomicGroup.class,
                    (_, method, arguments) -> {
                      arguments[0] = map;
                      return invoke(group, method, arguments);
                    })));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @Test
  void iteratorsGoOn_whileOthersChangeTheList() {
    list.addAll(numbers(0, 10));
    ListIterator<Long> iterator = list.reversed().listIterator(2);
    assertEquals(7, iterator.next());
    list.removeLast();
    list.removeLast();
    list.addFirst(-1L);
    assertEquals(6, iterator.next());
    assertEquals(4, iterator.nextIndex(), "of 9 8 7 6 | 5, as far as this has looked");
    iterator.remove();
    assertEquals(1, iterator.nextIndex());
    iterator.add(66L);
    assertThrows(IllegalStateException.class, iterator::remove);
    assertEquals(2, iterator.nextIndex());
    assertEquals(5, iterator.next());
    list.remove(5L);
    iterator.remove();
    list.addFirst(-2L);
    assertEquals(4, iterator.next());
    iterator.set(44L);
    assertEquals(List.of(3L, 2L, 1L, 0L, -1L, -2L), copied(iterator));
    assertEquals(List.of(-2L, -1L, 0L, 1L, 2L, 3L, 44L, 66L, 7L), list);
    assertEquals(list.size(), iterator.nextIndex());
    assertSame(list, list.reversed().reversed());
  }

  @Test
  void aChangeOfManyElements_isOneChange() {
    list.addAll(numbers(0, 1_000));
    for (Consumer<List<Long>> call :
        List.<Consumer<List<Long>>>of(
            l -> l.removeAll(numbers(0, 100)),
            l -> l.retainAll(numbers(0, 900)),
            l -> l.addAll(3, numbers(0, 100)))) {
      int[] told = {0};
      long revision = vitrine.describe("/lists/l").revision();
      call.accept(list.reversed());
      store
          .tailer(revision)
          .poll(
              change -> {
                told[0] += ListChange.tells(change) ? 1 : 0;
                return change.revision() < store.revision();
              },
              Integer.MAX_VALUE);
      assertEquals(1, told[0]);
    }
  }

  @Test
  void bytesAreFoundByContent() {
    ObservableList<byte[]> bytes = vitrine.list("b", byte[].class);
    bytes.addAll(List.of(new byte[] {1}, new byte[] {2}, new byte[] {1}));
    List<byte[]> reversed = bytes.reversed();
    assertEquals(0, reversed.indexOf(new byte[] {1}));
    assertEquals(2, reversed.lastIndexOf(new byte[] {1}));
    assertTrue(reversed.remove((Object) new byte[] {1}));
    assertFalse(reversed.remove((Object) new byte[] {3}));
    assertEquals(1, reversed.indexOf(new byte[] {1}));
  }

  /** What is there all the time is met once and in order, whatever comes and goes. */
  @Test
  void walksMeetOnce_whatStays() {
    list.addAll(numbers(0, 1_000));
    var writers = new ArrayList<CompletableFuture<Void>>();
    for (int w = 0; w < WRITERS; w++) {
      var random = new Random(w);
      writers.add(
          CompletableFuture.runAsync(() -> {
            List<Long> reversed = list.reversed();
            while (!over) {
              reversed.add(random.nextInt(1_000), -1L);
              reversed.addFirst(-1L);
              boolean _ = reversed.remove(Long.valueOf(-1));
              boolean _ = list.remove(Long.valueOf(-1));
            }
          }));
    }
    try {
      List<Long> staying = numbers(0, 1_000).reversed();
      for (int i = 0; i < 20; i++) {
        List<Long> met = copied(list.reversed().iterator());
        assertEquals(staying, met.stream().filter(n -> n >= 0).toList());
        assertEquals(staying, list.reversed().stream().filter(n -> n >= 0).toList());
      }
    } finally {
      over = true;
      writers.forEach(CompletableFuture::join);
    }
  }

  @Test
  void whoeverTakesFromTheEnd_getsAnotherElement() {
    list.addAll(numbers(0, 3_000));
    var taken = new ConcurrentLinkedQueue<Long>();
    var takers = new ArrayList<CompletableFuture<Void>>();
    for (int t = 0; t < 2 * WRITERS; t++) {
      List<Consumer<List<Long>>> ways =
          List.of(
              l -> taken.add(l.removeFirst()),
              l -> taken.add(l.removeLast()),
              l -> taken.add(l.remove(0)),
              l -> taken.add(l.remove(0)));
      Consumer<List<Long>> way = ways.get(t);
      takers.add(
          CompletableFuture.runAsync(() -> {
            while (true) {
              try {
                way.accept(list.reversed());
              } catch (NoSuchElementException | IndexOutOfBoundsException _) {
                assertTrue(list.isEmpty());
                return;
              }
            }
          }));
    }
    takers.forEach(CompletableFuture::join);
    assertEquals(numbers(0, 3_000), taken.stream().sorted().toList());
  }
}
