package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.ChildJvm;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads of several processes change a set, and a subscriber keeps a copy of it. */
class SetSharedTest {
  private static final int OPERATIONS = 20_000;

  @TempDir private Path folder;

  @Test
  void everyChangeIsMadeOnceAndToldOnce() {
    long seed = System.nanoTime();
    var store = Stores.open(folder);
    try (var vitrine = new LocalVitrine(store, new TypeRegistry());
        ChildJvm first = start(seed);
        ChildJvm second = start(seed + 1)) {
      var set = vitrine.set(SetWriter.PATH, SetWriter.SPEC);
      var copy = new Copy();
      var subscription = set.subscribe(ElementOptions.all(), copy);
      var threads =
          List.of(seed + 2, seed + 3).stream()
              .map(
                  s -> CompletableFuture.supplyAsync(() -> SetWriter.write(vitrine, s, OPERATIONS)))
              .toList();
      long added = 0;
      long removed = 0;
      for (var thread : threads) {
        added += thread.join()[0];
        removed += thread.join()[1];
      }
      for (ChildJvm child : List.of(first, second)) {
        String[] done = String.valueOf(child.line()).split(" ", 2);
        added += Long.parseLong(done[0]);
        removed += Long.parseLong(done[1]);
      }
      long revision = store.revision();
      copy.recorder.await(
          () -> subscription.isDone() || subscription.bookmark().revision() >= revision, "the end");
      assertEquals(List.of(), copy.recorder.calls(), "seed " + seed);
      assertEquals(new HashSet<>(set), copy.elements, "seed " + seed);
      assertEquals(added - removed, set.size(), "seed " + seed);
      assertTrue(copy.inserted <= added && copy.removed <= removed, "seed " + seed);
      assertEquals(set.size(), new HashSet<>(List.copyOf(set)).size(), "seed " + seed);
    }
  }

  private ChildJvm start(long seed) {
    return ChildJvm.start(
        SetWriter.class,
        List.of("-Xmx64m"),
        folder.toString(),
        Long.toString(seed),
        Integer.toString(OPERATIONS));
  }

  /** Applies events, and fails where one does not fit. */
  private static final class Copy implements Subscriber<SetEvent<Integer>> {
    final Set<Integer> elements = new HashSet<>();
    final Recorder<String> recorder = new Recorder<>();
    long inserted;
    long removed;

    @Override
    public void onNext(SetEvent<Integer> event, long revision) {
      boolean fits =
          switch (event) {
            case SetEvent.Existing<Integer> e -> elements.add(e.element());
            case SetEvent.Inserted<Integer> i -> {
              inserted++;
              yield elements.add(i.element());
            }
            case SetEvent.Removed<Integer> r -> {
              removed++;
              yield elements.remove(r.element());
            }
          };
      if (!fits) {
        throw new IllegalStateException(event + " does not fit");
      }
    }

    @Override
    public void onError(Throwable failure) {
      recorder.onError(failure);
    }
  }
}
