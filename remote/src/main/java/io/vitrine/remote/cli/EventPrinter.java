package io.vitrine.remote.cli;

import io.vitrine.collections.ListEvent;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.SetEvent;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.EventModel;
import io.vitrine.remote.wire.YamlWriter;
import io.vitrine.store.TypedValue;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Prints what a subscription delivers, one line each; all lines together are a list in YAML. Called
 * on the subscription's thread.
 *
 * <pre>
 *   - {rev: 17, event: !Updated {key: ORD, oldValue: 3, value: 4}}
 *   - {rev: 17, event: !Bootstrapped {}}
 *   - {rev: 18, item: 25}
 * </pre>
 */
final class EventPrinter implements Subscriber<Object> {
  private static final long END_SECONDS = 10;

  private final TypeRegistry types;
  private final PrintWriter out;
  private final Shutdown shutdown;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile @Nullable Throwable failure;

  EventPrinter(TypeRegistry types, PrintWriter out, Shutdown shutdown) {
    this.types = types;
    this.out = out;
    this.shutdown = shutdown;
  }

  @Override
  public void onNext(Object item, long revision) {
    boolean event =
        item instanceof MapEvent<?, ?>
            || item instanceof SetEvent<?>
            || item instanceof ListEvent<?>;
    print(revision, event ? "event" : "item", EventModel.of(types, item, true));
  }

  private void print(long revision, String name, @Nullable Object value) {
    var line = new LinkedHashMap<String, @Nullable Object>();
    line.put("rev", revision);
    line.put(name, value);
    out.println("- " + YamlWriter.write(line));
    if (out.checkError()) {
      // Whoever read the lines is gone.
      shutdown.ask();
    }
  }

  private void mark(String name, long revision) {
    print(revision, "event", new TypedValue(name, Map.of()));
  }

  @Override
  public void onBootstrapped(long revision) {
    mark("Bootstrapped", revision);
  }

  @Override
  public void onResync(long revision) {
    mark("Resync", revision);
  }

  @Override
  public void onCancelled(String reason) {
    ended.countDown();
    shutdown.ask();
  }

  @Override
  public void onError(Throwable cause) {
    failure = cause;
    ended.countDown();
    shutdown.ask();
  }

  void awaitEnd() throws InterruptedException {
    var _ = ended.await(END_SECONDS, TimeUnit.SECONDS);
  }

  @Nullable Throwable failure() {
    return failure;
  }
}
