package io.vitrine.examples.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The processes of a run. For one thread, but for {@link #close}, which leaves no process behind.
 */
final class Children implements AutoCloseable {
  private static final long GLANCE_MILLIS = 100;

  private final List<Child> children = new ArrayList<>();
  private final Object news = new Object();
  private final long deadlineNanos;
  private final Runnable onGlance;
  private boolean changed;
  private boolean closed;

  /**
   * Creates an empty family.
   *
   * @param seconds how long the whole run may take
   * @param onGlance called several times a second while waiting
   */
  Children(long seconds, Runnable onGlance) {
    this.deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    this.onGlance = onGlance;
  }

  Child start(String name, Class<?> main, Object... arguments) {
    synchronized (children) {
      if (closed) {
        throw new DemoException("the demo is about to end");
      }
      Child child = Child.start(name, main, this::wake, arguments);
      children.add(child);
      return child;
    }
  }

  private void wake() {
    synchronized (news) {
      changed = true;
      news.notifyAll();
    }
  }

  /**
   * Waits until all of some children have told a fact.
   *
   * @param word its word
   * @param those the children
   */
  void await(String word, Child... those) throws InterruptedException {
    List<Child> wanted = List.of(those);
    await(
        "\"" + word + "\" of " + wanted.stream().map(Child::name).toList(),
        () -> wanted.stream().allMatch(child -> child.told(word)));
  }

  /**
   * Waits for a condition that the facts of children decide.
   *
   * @param what the condition in words
   * @param condition the condition
   * @throws DemoException if a child ends by itself, or the time is over
   */
  void await(String what, BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      for (Child child : living()) {
        if (child.hasEnded() && !condition.getAsBoolean()) {
          throw new DemoException(
              "the "
                  + child.name()
                  + " ended with exit code "
                  + child.exitCode()
                  + " while the demo waited for "
                  + what);
        }
      }
      if (System.nanoTime() > deadlineNanos) {
        throw new DemoException("timed out while waiting for " + what);
      }
      onGlance.run();
      synchronized (news) {
        if (!changed) {
          news.wait(GLANCE_MILLIS);
        }
        changed = false;
      }
    }
  }

  private List<Child> living() {
    synchronized (children) {
      return List.copyOf(children);
    }
  }

  /** Kills a child in the middle of whatever it is doing. */
  void kill(Child child) throws InterruptedException {
    forget(child);
    child.kill();
  }

  /** Tells a child to stop and waits until it has. */
  void stop(Child child) throws InterruptedException {
    forget(child);
    child.send("stop");
    awaitEnd(child);
  }

  /** Waits for the end of a child that ends by itself. */
  void awaitEnd(Child child) throws InterruptedException {
    forget(child);
    if (!child.awaitEnd()) {
      child.kill();
      throw new DemoException("the " + child.name() + " did not stop");
    }
    if (child.exitCode() != 0) {
      throw new DemoException(
          "the " + child.name() + " ended with exit code " + child.exitCode() + ", expected 0");
    }
  }

  private void forget(Child child) {
    synchronized (children) {
      children.remove(child);
    }
  }

  /** Kills what is left; nothing can be started afterwards. */
  @Override
  public void close() {
    synchronized (children) {
      closed = true;
    }
    try {
      for (Child child : living()) {
        kill(child);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
