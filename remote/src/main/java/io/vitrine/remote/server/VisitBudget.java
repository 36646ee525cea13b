package io.vitrine.remote.server;

import io.vitrine.collections.Visitors;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.store.Visitor;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Gives visitors of the application a time. Stateless; any thread.
 *
 * <p>Visitors run outside of all locks, so one that takes too long can be left alone: it is
 * interrupted, its result is never used, and the client is told. It runs on a thread of the system,
 * since one that spins would keep the virtual ones of other connections from running.
 */
final class VisitBudget {
  /** How long a visitor may take, however often it is called for one request. */
  static final long MILLIS = 2_000;

  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          Thread.ofPlatform().daemon().name("vitrine-visitor-", 0).factory());

  private VisitBudget() {}

  /**
   * The visitor of one request, with a budget unless it is one of those that are built in and take
   * none.
   */
  static Visitor<Object> of(Visitor<Object> visitor) {
    if (isBuiltIn(visitor)) {
      return visitor;
    }
    var visits = new Visits();
    return value -> within(visitor, value, visits);
  }

  /** The visits of one request, of which there are several where others change the same value. */
  private static final class Visits {
    private long began;
    private int count;

    /** How many nanoseconds are left for one that begins. */
    long next() {
      long now = System.nanoTime();
      began = count == 0 ? now : began;
      count++;
      return TimeUnit.MILLISECONDS.toNanos(MILLIS) - (now - began);
    }
  }

  private static boolean isBuiltIn(Visitor<Object> visitor) {
    Class<?> type = visitor.getClass();
    return type.getPackage().equals(Visitors.class.getPackage())
        && !type.getSimpleName().startsWith("Chain");
  }

  /** Ends a chain, whose steps look at nothing, when its time is over. */
  private static void checkWanted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("nobody waits for the visitor any more");
    }
  }

  private static @Nullable Object within(
      Visitor<Object> visitor, @Nullable Object value, Visits visits) {
    long left = visits.next();
    if (left <= 0) {
      throw tooLong(visitor, visits);
    }
    Visitor<Object> steps = Visitors.interruptible(visitor, VisitBudget::checkWanted);
    Future<@Nullable Object> result = THREADS.submit(() -> steps.visit(value));
    try {
      return result.get(left, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      result.cancel(true);
      throw tooLong(visitor, visits);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      result.cancel(true);
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while a visitor ran", e);
    }
  }

  private static RequestException tooLong(Visitor<Object> visitor, Visits visits) {
    String often =
        visits.count == 1 ? "" : " in " + visits.count + " visits, as others change the same value";
    String name = VisitorFailure.name(visitor);
    return new RequestException(
        ErrorCode.TIMEOUT,
        name + " took more than " + MILLIS + " ms" + often + "; nothing has changed");
  }
}
