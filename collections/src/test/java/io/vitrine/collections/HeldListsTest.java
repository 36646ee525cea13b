package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who has a list locked while code of the user runs is known to have it. */
@Timeout(180)
class HeldListsTest {
  private static final Blocks<Long> BLOCKS = new Blocks<>(Codecs.longs(), Long.BYTES);

  private static ListNodes nodes(Store store, String path) {
    var options = MapOptions.of(Codecs.longs(), Codecs.bytes()).withSegments(1);
    return new ListNodes(store, store.map(path, options), BLOCKS, false);
  }

  private static void awaitAll(CyclicBarrier meet) {
    try {
      meet.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  /** Changes a list, unless whoever has it waits for the caller. */
  private static String change(ListNodes other) {
    try {
      boolean _ = other.change(_ -> true);
      return "done";
    } catch (IllegalStateException _) {
      return "refused";
    }
  }

  private static CompletableFuture<String> run(Supplier<String> body) {
    return CompletableFuture.supplyAsync(body, task -> Thread.ofVirtual().start(task));
  }

  /** One is overtaken so often that it reads with the list locked, the other changes a list. */
  @Test
  void whoReadsAListThatIsLockedIsKnown() throws Exception {
    try (Store store = Stores.inMemory()) {
      ListNodes one = nodes(store, "/lists/a");
      ListNodes other = nodes(store, "/lists/b");
      var meet = new CyclicBarrier(2);
      var tries = new AtomicInteger();
      var reads =
          run(() ->
              one.read(_ -> {
                if (tries.incrementAndGet() <= ListNodes.TRIES) {
                  throw new ListNodes.MissedException("overtaken");
                }
                awaitAll(meet);
                return change(other);
              }));
      var changes =
          run(() ->
              other.changeHeld(_ -> {
                awaitAll(meet);
                return change(one);
              }));
      var told = new ArrayList<String>();
      told.add(reads.get(60, TimeUnit.SECONDS));
      told.add(changes.get(60, TimeUnit.SECONDS));
      told.sort(null);
      assertEquals(List.of("done", "refused"), told);
    }
  }
}
