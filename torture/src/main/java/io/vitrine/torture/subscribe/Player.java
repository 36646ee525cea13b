package io.vitrine.torture.subscribe;

import io.vitrine.collections.Bookmark;
import io.vitrine.collections.CollectionEvent;
import io.vitrine.collections.MapEntry;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Overflow;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.torture.subscribe.Line.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber that notes everything on its tape, asks for more in fits and starts, and has lives.
 * {@link #act} is called by one thread; the calls of the subscription come on another.
 */
final class Player implements AutoCloseable {
  private static final Set<EventKind> KINDS =
      EnumSet.of(EventKind.INSERTED, EventKind.UPDATED, EventKind.REMOVED, EventKind.PUBLISHED);

  private final Role role;
  private final Tape tape;
  private final Random random;
  private volatile CountDownLatch over = new CountDownLatch(0);
  private @Nullable Subscription<MapEntry<String, Long>> subscription;
  private volatile boolean bootstrapped;
  private volatile boolean switching;
  private long stuckUntil;
  private volatile NamedFilter wanted;

  Player(Role role, Path folder, Random random) throws IOException {
    this.role = role;
    this.tape = new Tape(folder.resolve(role.file()));
    this.random = random;
    this.wanted = role.filter();
  }

  Role role() {
    return role;
  }

  Tape tape() {
    return tape;
  }

  /** Begins a life. */
  void begin(ObservableMap<String, Long> map) {
    var told = new Told();
    Bookmark from = role.switches() ? null : tape.bookmark();
    wanted = role.filter();
    switching = false;
    over = told.ended;
    bootstrapped = from != null;
    SubscriptionOptions<String, Long> options =
        SubscriptionOptions.<String, Long>all()
            .withEvents(KINDS)
            .withOverflow(role.overflow())
            .withRequest(0);
    if (role.filter() != NamedFilter.ALL) {
      options = options.withFilter(role.filter().filter());
    }
    if (from != null) {
      options = options.withFrom(from);
    }
    tape.write(Line.of(Kind.LIFE, from == null ? -1 : from.revision(), role.filter().name()));
    subscription = map.subscribe(options.withKnown(tape.copy()), told);
    request(1 + random.nextInt(100));
  }

  /** Whether it is told nothing more in this life. */
  boolean isOver() {
    return over.getCount() == 0;
  }

  private void request(long items) {
    Subscription<?> open = subscription;
    if (open != null) {
      tape.write(Line.of(Kind.REQUEST, items, ""));
      open.request(items);
    }
  }

  /** Does something or nothing; now in milliseconds. */
  void act(long now) {
    Subscription<MapEntry<String, Long>> open = subscription;
    if (open == null || now < stuckUntil || isOver()) {
      return;
    }
    if (role.sticks() && random.nextInt(200) == 0) {
      stuckUntil = now + 2_000 + random.nextInt(10_000);
      return;
    }
    request(1 + random.nextInt(role.overflow() == Overflow.LATEST ? 30 : 500));
    if (role.switches() && bootstrapped && !switching && random.nextInt(20) == 0) {
      switching = true;
      wanted = wanted == NamedFilter.BIG ? NamedFilter.SMALL : NamedFilter.BIG;
      tape.write(Line.of(Kind.FILTER, 0, wanted.name()));
      open.setFilter(wanted.filter());
    }
  }

  /** Asks for everything, so that it comes to the end. */
  void rush() {
    if (!isOver()) {
      request(1L << 40);
    }
  }

  /** What its copy must be where the map is this. */
  NamedFilter lastFilter() {
    return wanted;
  }

  /** Ends a life. */
  void end() throws InterruptedException {
    Subscription<?> open = subscription;
    if (open != null) {
      open.cancel();
      if (!over.await(30, TimeUnit.SECONDS)) {
        throw new IllegalStateException(role.file() + ": did not end within 30 s of cancel");
      }
    }
  }

  @Override
  public void close() throws IOException {
    tape.close();
  }

  /** Notes the calls of one life. */
  private final class Told implements Subscriber<MapEvent<String, Long>> {
    private final CountDownLatch ended = new CountDownLatch(1);

    @Override
    public void onNext(MapEvent<String, Long> event, long revision) {
      Kind kind =
          switch (event) {
            case MapEvent.Existing<String, Long> _ -> Kind.EXISTING;
            case MapEvent.Inserted<String, Long> _ -> Kind.INSERTED;
            case MapEvent.Updated<String, Long> _ -> Kind.UPDATED;
            case MapEvent.Removed<String, Long> _ -> Kind.REMOVED;
          };
      boolean timed = event.timeNanos() != 0;
      tape.write(
          new Line(
              kind,
              revision,
              event.commit(),
              event.changes(),
              timed,
              event.key(),
              event.oldValue(),
              event.value()));
      if (!timed && bootstrapped) { // else of a resync
        switching = false;
      }
    }

    @Override
    public void onEvent(CollectionEvent event) {
      Long number = (Long) ((CollectionEvent.Published) event).event();
      long revision = event.revision();
      tape.write(new Line(Kind.PUBLISHED, revision, revision, 1, true, "", null, number));
    }

    @Override
    public void onBootstrapped(long revision) {
      tape.write(Line.of(Kind.BOOTSTRAPPED, revision, ""));
      NamedFilter now = wanted;
      // A resync may have been by the filter that was asked for last.
      switching = switching && !tape.state().values().stream().allMatch(now::passes);
      bootstrapped = true; // the last: from now on another filter may be asked for
    }

    @Override
    public void onResync(long revision) {
      bootstrapped = false;
      tape.write(Line.of(Kind.RESYNC, revision, ""));
    }

    @Override
    public void onProgress(long revision) {
      tape.write(Line.of(Kind.PROGRESS, revision, ""));
    }

    @Override
    public void onCancelled(String reason) {
      tape.write(Line.of(Kind.END, 0, reason));
      ended.countDown();
    }

    @Override
    public void onError(Throwable failure) {
      tape.write(Line.of(Kind.ERROR, 0, String.valueOf(failure)));
      ended.countDown();
    }
  }
}
