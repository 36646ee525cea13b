package io.vitrine.torture.subscribe;

import io.vitrine.collections.Bookmark;
import io.vitrine.collections.CollectionEvent;
import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.ListEvent;
import io.vitrine.collections.MapEvent;
import io.vitrine.collections.Overflow;
import io.vitrine.collections.SetEvent;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.collections.SubscriptionOptions.EventKind;
import io.vitrine.collections.Vitrine;
import io.vitrine.torture.subscribe.Line.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A subscriber that notes everything on its tape, asks for more in fits and starts, and has lives.
 * {@link #act} is called by one thread; the calls of the subscription come on another.
 */
final class Player implements AutoCloseable {
  private static final Set<EventKind> KINDS =
      EnumSet.of(EventKind.INSERTED, EventKind.UPDATED, EventKind.REMOVED, EventKind.PUBLISHED);

  private static final long BEHIND_MILLIS = 1_000;

  /** Until when who is going to be disconnected is stuck: until that, or for its life. */
  private static final long FOR_GOOD = Long.MAX_VALUE;

  private final Role role;
  private final Tape tape;
  private final Random random;

  /** Where the log begins by now. */
  private final LongSupplier oldest;

  private volatile CountDownLatch over = new CountDownLatch(0);
  private @Nullable Subscription<?> subscription;

  /** Changes the filter of the subscription. */
  private Consumer<NamedFilter> switcher = _ -> {};

  private volatile boolean bootstrapped;
  private volatile boolean switching;
  private long stuckUntil;
  private long notedBehind;

  /** How far it was told anything in this life, -1 for not at all. */
  private volatile long reached;

  private volatile NamedFilter wanted;

  Player(Role role, Path folder, Random random, LongSupplier oldest) throws IOException {
    this.role = role;
    this.oldest = oldest;
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
  void begin(Vitrine vitrine) {
    var told = new Told();
    Bookmark from = role.switches() ? null : tape.bookmark();
    wanted = role.filter();
    switching = false;
    over = told.ended;
    stuckUntil = stuckUntil == FOR_GOOD ? 0 : stuckUntil;
    reached = from == null ? -1 : from.revision();
    bootstrapped = from != null;
    tape.write(Line.of(Kind.LIFE, from == null ? -1 : from.revision(), role.filter().name()));
    if (Places.isMap(role.path())) {
      var made = vitrine.map(role.path(), String.class, Long.class).subscribe(entries(from), told);
      switcher = next -> made.setFilter(next.filter());
      subscription = made;
    } else {
      Subscription<Long> made = elements(vitrine, from, told);
      switcher = next -> made.setFilter(next.elementFilter());
      subscription = made;
    }
    request(1 + random.nextInt(100));
  }

  private Subscription<Long> elements(Vitrine vitrine, @Nullable Bookmark from, Told told) {
    ElementOptions<Long> options = elements(from);
    return Places.isSet(role.path())
        ? vitrine
            .set(role.path(), Long.class)
            .subscribe(options.withKnown(tape.copy().values()), told)
        : vitrine.list(role.path(), Long.class).subscribe(options, told);
  }

  private SubscriptionOptions<String, Long> entries(@Nullable Bookmark from) {
    SubscriptionOptions<String, Long> options =
        SubscriptionOptions.<String, Long>all()
            .withEvents(KINDS)
            .withOverflow(role.overflow())
            .withRequest(0)
            .withKnown(tape.copy());
    if (role.filter() != NamedFilter.ALL) {
      options = options.withFilter(role.filter().filter());
    }
    return from == null ? options : options.withFrom(from);
  }

  private ElementOptions<Long> elements(@Nullable Bookmark from) {
    ElementOptions<Long> options =
        ElementOptions.<Long>all().withEvents(KINDS).withOverflow(role.overflow()).withRequest(0);
    if (role.filter() != NamedFilter.ALL) {
      options = options.withFilter(role.filter().elementFilter());
    }
    return from == null ? options : options.withFrom(from);
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
    noteBehind(now);
    if (now < stuckUntil || isOver()) {
      return;
    }
    if (role.sticks() && random.nextInt(200) == 0) {
      boolean forGood = role.overflow() == Overflow.DISCONNECT;
      stuckUntil = forGood ? FOR_GOOD : now + 2_000 + random.nextInt(10_000);
      return;
    }
    request(1 + random.nextInt(role.overflow() == Overflow.LATEST ? 30 : 500));
    if (role.switches() && bootstrapped && !switching && random.nextInt(20) == 0) {
      switching = true;
      wanted = wanted.other();
      tape.write(Line.of(Kind.FILTER, 0, wanted.name()));
      switcher.accept(wanted);
    }
  }

  /** Notes once a second that who has chosen to be disconnected should be told of the end. */
  private void noteBehind(long now) {
    boolean mayEnd = role.overflow() == Overflow.DISCONNECT && reached >= 0 && !isOver();
    if (mayEnd && now - notedBehind >= BEHIND_MILLIS) {
      long begin = oldest.getAsLong();
      if (reached < begin) {
        notedBehind = now;
        tape.write(new Line(Kind.BEHIND, begin, now, 1, false, "", null, null));
      }
    }
  }

  /** Asks for everything, so that it comes to the end. */
  void rush() {
    if (!isOver()) {
      request(1L << 40);
    }
  }

  /** Whether it has asked for another filter and not been told that it is in force. */
  boolean isSwitching() {
    return switching;
  }

  /** The filter that it has asked for last. */
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
  private final class Told implements Subscriber<Object> {
    private final CountDownLatch ended = new CountDownLatch(1);

    private void note(Line line) {
      if (ended.getCount() == 0) {
        tape.write(Line.of(Kind.AFTER_END, line.revision(), line.kind().name()));
        return;
      }
      if (line.revision() > reached) {
        reached = line.revision();
      }
      tape.write(line);
    }

    @Override
    public void onNext(Object event, long revision) {
      note(
          switch (event) {
            case MapEvent<?, ?> e ->
                new Line(
                    kind(e),
                    revision,
                    e.commit(),
                    e.changes(),
                    e.timeNanos() != 0,
                    String.valueOf(e.key()),
                    (Long) e.oldValue(),
                    (Long) e.value());
            case SetEvent<?> e -> ofSet(e, revision);
            case ListEvent<?> e -> ofList(e, revision);
            default -> throw new IllegalStateException("told " + event);
          });
    }

    /** An element is its own value. */
    private Line ofSet(SetEvent<?> event, long revision) {
      Long element = (Long) event.element();
      boolean gone = event instanceof SetEvent.Removed<?>;
      Kind kind =
          gone
              ? Kind.REMOVED
              : event instanceof SetEvent.Existing<?> ? Kind.EXISTING : Kind.INSERTED;
      return new Line(
          kind,
          revision,
          event.commit(),
          event.changes(),
          event.timeNanos() != 0,
          Long.toString(element),
          gone ? element : null,
          gone ? null : element);
    }

    private static Kind kind(MapEvent<?, ?> event) {
      return switch (event) {
        case MapEvent.Existing<?, ?> _ -> Kind.EXISTING;
        case MapEvent.Inserted<?, ?> _ -> Kind.INSERTED;
        case MapEvent.Updated<?, ?> _ -> Kind.UPDATED;
        case MapEvent.Removed<?, ?> _ -> Kind.REMOVED;
      };
    }

    private static Line ofList(ListEvent<?> event, long revision) {
      Kind kind = Kind.EXISTING;
      Object old = null;
      Object value = null;
      switch (event) {
        case ListEvent.Existing<?> e -> value = e.value();
        case ListEvent.Inserted<?> e -> {
          kind = Kind.INSERTED;
          value = e.value();
        }
        case ListEvent.Updated<?> e -> {
          kind = Kind.UPDATED;
          old = e.oldValue();
          value = e.value();
        }
        case ListEvent.Removed<?> e -> {
          kind = Kind.REMOVED;
          old = e.oldValue();
        }
      }
      return new Line(
          kind,
          revision,
          event.commit(),
          1,
          event.timeNanos() != 0,
          Integer.toString(event.index()),
          (Long) old,
          (Long) value);
    }

    /** From now on another filter may be asked for. */
    @Override
    public void onFiltered(long revision) {
      note(Line.of(Kind.FILTERED, revision, wanted.name()));
      switching = false;
    }

    @Override
    public void onEvent(CollectionEvent event) {
      Long number = (Long) ((CollectionEvent.Published) event).event();
      long revision = event.revision();
      note(new Line(Kind.PUBLISHED, revision, revision, 1, true, "", null, number));
    }

    @Override
    public void onBootstrapped(long revision) {
      note(Line.of(Kind.BOOTSTRAPPED, revision, ""));
      bootstrapped = true; // the last: from now on another filter may be asked for
    }

    @Override
    public void onResync(long revision) {
      bootstrapped = false;
      note(Resyncs.line(revision, oldest.getAsLong()));
    }

    @Override
    public void onProgress(long revision) {
      note(Line.of(Kind.PROGRESS, revision, ""));
    }

    @Override
    public void onCancelled(String reason) {
      note(Line.of(Kind.END, 0, reason));
      ended.countDown();
    }

    @Override
    public void onError(Throwable failure) {
      note(Line.of(Kind.ERROR, 0, String.valueOf(failure)));
      ended.countDown();
    }
  }
}
