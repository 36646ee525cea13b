package io.vitrine.remote.client;

import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.store.TypedValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * One subscription at the server, as it is seen from here: what came of it and was not taken yet,
 * never more than was asked for. Taken from by one thread; the rest may come from any.
 *
 * <p>After a lost connection it goes on behind the last revision that came. If that is not known,
 * because the present state was still being told or the filter had been changed, it begins anew and
 * says so with {@link Beginning}.
 */
final class Source implements Inbox {
  /** What was told before no longer counts: the present state follows. */
  record Beginning() {}

  private final Link link;
  private final String csp;
  private final boolean anew;
  private final long tid;
  private final Wake wake;
  private final Runnable arrived;
  private final Map<String, Object> spec;
  private final ConcurrentLinkedQueue<Object> queue = new ConcurrentLinkedQueue<>();

  /** The connection that it last began on; what it says later is for that one. */
  private long connection;

  private boolean begun;

  /** Whether nothing has come yet since it went on over another connection. */
  private boolean resuming;

  private long credit;
  private int items;
  private long epoch;
  private long receivedRevision;
  private boolean placed;
  private boolean filterChanged;
  private int beginnings;

  /** Whether the last word of the server is here. */
  private boolean over;

  private volatile @Nullable RuntimeException failure;

  /** The last word of the server as soon as it is here, if it is told before what is held. */
  private volatile @Nullable Event end;

  /**
   * Creates a source.
   *
   * @param link the connection
   * @param csp what is watched
   * @param spec the options of {@code subscribe}, by name
   * @param anew whether it begins anew over another connection, whatever has come
   * @param wake raised when it begins anew or fails
   * @param arrived called when a message came, by whoever read it
   */
  Source(
      Link link, String csp, Map<String, Object> spec, boolean anew, Wake wake, Runnable arrived) {
    this.link = link;
    this.csp = csp;
    this.anew = anew;
    this.spec = new LinkedHashMap<>(spec);
    this.wake = wake;
    this.arrived = arrived;
    this.tid = link.nextTid();
    long known = link.epoch();
    if (spec.get("from") instanceof Map<?, ?> from && from.get("rev") instanceof Long revision) {
      receivedRevision = revision;
      placed = true;
      known = epochOf(from) == 0 ? known : epochOf(from);
    }
    this.epoch = known;
  }

  /** Begins, asking for some items. */
  void start(long request) {
    synchronized (this) {
      credit = request;
    }
    link.open(tid, this);
  }

  @Override
  public Message connected(long number) {
    synchronized (this) {
      connection = number;
      if (begun || filterChanged) {
        boolean fresh = beginAgain();
        if (begun) {
          resuming = !fresh;
          link.tell(fresh ? new ConnectionEvent.Resynced(csp) : new ConnectionEvent.Resumed(csp));
        }
      }
      begun = true;
      return subscribe();
    }
  }

  /** Says from now on where to go on; whether that is anew. */
  private boolean beginAgain() {
    if (placed && !filterChanged && !anew) {
      spec.put("from", Map.of("epoch", epoch, "rev", receivedRevision));
      return false;
    }
    spec.remove("from");
    spec.remove("bootstrap");
    placed = false;
    filterChanged = false;
    receivedRevision = 0;
    beginnings++;
    queue.add(new Beginning());
    wake.raise();
    return true;
  }

  private Message subscribe() {
    credit = Math.max(1, credit);
    var events = new ArrayList<Event>(2);
    events.add(new Event("subscribe", spec.isEmpty() ? List.of() : new LinkedHashMap<>(spec)));
    events.add(new Event("request", credit));
    return new Message(Routing.to(csp, tid), events, true);
  }

  @Override
  public void receive(Message message) {
    synchronized (this) {
      Event event = message.events().getFirst();
      Long revision = message.routing().rev();
      switch (event.name()) {
        case "reply", "published", "annotated" -> {
          credit--;
          items++;
        }
        case "resync" -> {
          if (resuming) {
            link.tell(new ConnectionEvent.Resynced(csp));
          }
          placed = false;
          receivedRevision = 0; // of another epoch it may be less than before
          learnEpoch(event.argument());
        }
        case "filtered" -> filterChanged = false;
        case "cancelled", "exception" -> {
          // What is asked for behind the end is answered with a failure, which is no other end.
          if (!over) {
            over = true;
            // All that was told of a dropped collection comes before its end.
            end = saysDropped(event) ? null : event;
          }
        }
        case "bootstrapped" -> {
          placed = true;
          learnEpoch(event.argument());
        }
        default -> {
          // Progress.
        }
      }
      resuming = false;
      if (revision != null) {
        receivedRevision = Math.max(receivedRevision, revision);
      }
      queue.add(message);
    }
    arrived.run();
  }

  /** Takes the server's word, which may have had no epoch yet when it said hello. */
  private void learnEpoch(@Nullable Object place) {
    long told = epochOf(place);
    if (told != 0) {
      epoch = told;
      link.epoch(told);
    }
  }

  /** The epoch that the server names with a place, 0 for none. */
  static long epochOf(@Nullable Object place) {
    return place instanceof Map<?, ?> map && map.get("epoch") instanceof Long told ? told : 0;
  }

  @Override
  public void fail(RuntimeException reason) {
    failure = reason;
    queue.add(reason);
    wake.raise();
  }

  /**
   * Looks whether nothing more will come: who waits for demand needs to know, since what is here
   * may never be asked for.
   *
   * @throws RuntimeException the failure, or the reason as {@link Cancelled}
   */
  void checkNotOver() {
    RuntimeException reason = failure;
    if (reason != null) {
      throw reason;
    }
    Event last = end;
    if (last != null) {
      throw last.name().equals("cancelled")
          ? new Cancelled(String.valueOf(last.argument()))
          : RemoteFailures.of(last.argument());
    }
  }

  /** Identity of the change log that the revisions are of. */
  synchronized long epoch() {
    return epoch;
  }

  static boolean saysDropped(Event end) {
    return end.argument() instanceof TypedValue failure
        ? failure.name().equals(ErrorCode.UNKNOWN_PATH.wireName())
        : "Dropped".equals(end.argument());
  }

  /** What came next: a message, a {@link Beginning} or an exception; null if nothing came. */
  @Nullable Object peek() {
    return queue.peek();
  }

  /** Takes what {@link #peek} gave. */
  @Nullable Object poll() {
    Object next = queue.poll();
    if (next instanceof Message message && isItem(message)) {
      synchronized (this) {
        items--;
      }
    } else if (next instanceof Beginning) {
      synchronized (this) {
        beginnings--;
      }
    }
    return next;
  }

  /** Drops what came before it last began anew, that included. */
  void skipToLastBeginning() {
    while (isBegunAnew()) {
      poll();
    }
  }

  private synchronized boolean isBegunAnew() {
    return beginnings > 0;
  }

  /** Whether a message counts as one of those that were asked for. */
  private static boolean isItem(Message message) {
    return switch (message.events().getFirst().name()) {
      case "reply", "published", "annotated" -> true;
      default -> false;
    };
  }

  /** Asks for more if less than half of what is wanted is here or on its way. */
  void want(long wanted) {
    long more;
    long on;
    synchronized (this) {
      long expected = credit + items;
      if (wanted == 0 || expected > wanted / 2) {
        return;
      }
      more = wanted - expected;
      credit += more;
      on = connection;
    }
    link.post(tid, on, Message.of(Routing.to(csp, tid), "request", more));
  }

  void setFilter(@Nullable Object model) {
    long on;
    synchronized (this) {
      filterChanged = true;
      if (model == null) {
        spec.remove("filter");
      } else {
        spec.put("filter", model);
      }
      on = connection;
    }
    link.post(tid, on, Message.of(Routing.to(csp, tid), "setFilter", model));
  }

  void cancel() {
    link.release(tid, Message.of(Routing.to(csp, tid), "cancel", List.of()));
  }
}
