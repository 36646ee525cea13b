package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The forms that do not wait: in order, failures by the future, callbacks that may block. */
class AsyncTest {
  private final Vitrine vitrine = Vitrine.inMemory();

  @AfterEach
  void close() {
    vitrine.close();
  }

  @Test
  void mapsAnswerByFutures() {
    AsyncMap<String, Long> map = vitrine.map("m", String.class, Long.class).async();
    assertNull(map.put("a", 1L).join());
    assertEquals(1L, map.put("a", 2L).join());
    assertEquals(2L, map.putIfAbsent("a", 3L).join());
    assertEquals(2L, map.get("a").join());
    assertEquals(true, map.replace("a", 2L, 5L).join());
    assertEquals(5L, map.replace("a", 6L).join());
    assertEquals(36L, map.<Long>syncUpdate("a", v -> v * 6, v -> v).join());
    map.asyncUpdate("a", v -> v + 1).join();
    long revision = map.getVersioned("a").join().revision();
    assertEquals(false, map.compareAndSet("a", revision - 1, 1L).join());
    assertEquals(true, map.compareAndSet("a", revision, 40L).join());
    map.set("b", 2L).join();
    map.putAll(Map.of("c", 3L)).join();
    assertEquals(Map.of("a", 40L, "c", 3L), map.getAll(List.of("a", "c", "d")).join());
    assertEquals(true, map.containsKey("b").join());
    assertEquals(true, map.containsValue(3L).join());
    assertEquals(3, map.size().join());
    assertEquals(2L, map.remove("b").join());
    assertEquals(false, map.remove("c", 4L).join());
    assertTrue(map.publish("x").join() > revision);
    map.clear().join();
    assertEquals(true, map.isEmpty().join());
    assertEquals(7L, map.call(m -> m.merge("z", 7L, Long::sum)).join());
  }

  @Test
  void setsAndListsAnswerByFutures() {
    AsyncSet<String> set = vitrine.set("s", String.class).async();
    assertEquals(true, set.add("a").join());
    assertEquals(false, set.add("a").join());
    assertEquals(true, set.addAll(List.of("a", "b")).join());
    assertEquals(true, set.contains("b").join());
    assertEquals(true, set.remove("a").join());
    assertEquals(1, set.size().join());
    AsyncList<String> list = vitrine.list("l", String.class).async();
    assertEquals(true, list.addAll(List.of("a", "c")).join());
    list.insert(1, "b").join();
    assertEquals("b", list.get(1).join());
    assertEquals("c", list.removeLast().join());
    assertEquals("a", list.set(0, "z").join());
    assertEquals("z", list.removeAt(0).join());
    assertEquals(0, list.indexOf("b").join());
    assertEquals(1, list.size().join());
  }

  @Test
  void failuresComeByTheFuture() {
    AsyncMap<String, Long> map = vitrine.map("m", String.class, Long.class).async();
    CompletableFuture<?> failed = map.put("a", null);
    assertInstanceOf(
        NullPointerException.class,
        assertThrows(CompletionException.class, failed::join).getCause());
    AsyncList<String> list = vitrine.list("l", String.class).async();
    CompletableFuture<?> outside = list.get(3);
    assertInstanceOf(
        IndexOutOfBoundsException.class,
        assertThrows(CompletionException.class, outside::join).getCause());
  }

  @Test
  void callsTakeEffectInOrderAndCallbacksMayBlock() throws Exception {
    AsyncList<Integer> list = vitrine.list("l", Integer.class).async();
    var outcomes = new LinkedBlockingQueue<Object>();
    for (int i = 0; i < 500; i++) {
      list.add(
          i,
          (added, failure) -> {
            list.get(0).join(); // of the same form, within a callback
            outcomes.add(failure == null ? added : failure);
          });
    }
    for (int i = 0; i < 500; i++) {
      assertEquals(true, outcomes.poll(60, TimeUnit.SECONDS));
    }
    var expected = new ArrayList<Integer>();
    for (int i = 0; i < 500; i++) {
      expected.add(i);
    }
    assertEquals(expected, vitrine.list("l", Integer.class));
    list.get(-1, (value, failure) -> outcomes.add(failure));
    assertInstanceOf(IndexOutOfBoundsException.class, outcomes.poll(60, TimeUnit.SECONDS));
  }

  @Test
  void allFormsOfOneCollectionHaveOneOrder() throws Exception {
    ObservableMap<String, Long> map = vitrine.map("m", String.class, Long.class);
    var gate = new CountDownLatch(1);
    CompletableFuture<Long> first =
        map.async()
            .call(m -> {
              try {
                gate.await();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
              return m.put("a", 1L);
            });
    CompletableFuture<Long> second = map.async().get("a");
    gate.countDown();
    assertNull(first.get(60, TimeUnit.SECONDS));
    assertEquals(1L, second.get(60, TimeUnit.SECONDS));
  }

  @Test
  void aCallMayWaitForCallsThatItMakes() throws Exception {
    ObservableMap<String, Long> map = vitrine.map("m", String.class, Long.class);
    AsyncMap<String, Long> async = map.async();
    CompletableFuture<Long> sum =
        async.call(
            m -> async.putIfAbsent("a", 1L).thenCombine(m.async().get("a"), (_, v) -> v).join());
    assertEquals(1L, sum.get(60, TimeUnit.SECONDS));
  }

  @Test
  void everyFutureHasItsCallback() {
    for (Class<?> type : List.of(AsyncMap.class, AsyncSet.class, AsyncList.class)) {
      int futures = 0;
      for (Method method : type.getMethods()) {
        if (!CompletableFuture.class.equals(method.getReturnType())) {
          continue;
        }
        futures++;
        Class<?>[] parameters = method.getParameterTypes();
        Class<?>[] more = Arrays.copyOf(parameters, parameters.length + 1);
        more[parameters.length] = Callback.class;
        boolean found =
            Arrays.stream(type.getMethods())
                .anyMatch(m ->
                    m.getName().equals(method.getName())
                        && Arrays.equals(m.getParameterTypes(), more));
        assertTrue(found, () -> "callback form of " + method);
      }
      assertTrue(futures > 10, type + " has " + futures);
    }
  }

  @Test
  void whatACallbackThrowsGoesToTheHandlerOfItsThread() throws Exception {
    var heard = new CompletableFuture<Throwable>();
    var thrown = new ArithmeticException("of a callback");
    AsyncMap<String, Long> map = vitrine.map("m", String.class, Long.class).async();
    map.get(
        "a",
        (_, _) -> {
          Thread.currentThread().setUncaughtExceptionHandler((_, e) -> heard.complete(e));
          throw thrown;
        });
    assertSame(thrown, heard.get(60, TimeUnit.SECONDS));
  }
}
