package io.vitrine.examples.demo;

/** What is to be done if a signal ends the process before the work is over. For one thread. */
final class AtShutdown implements AutoCloseable {
  private final Thread hook;

  /** From now on, do this. */
  AtShutdown(Runnable what) {
    this.hook = new Thread(what, "demo-shutdown");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /** No longer. */
  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The process is about to end, and it is being done.
    }
  }
}
