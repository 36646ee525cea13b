package io.vitrine.examples.demo;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Says how far a run is: on a terminal in one line that is rewritten, elsewhere in a line every few
 * seconds. For one thread.
 */
final class ProgressLine {
  private static final long TERMINAL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long PLAIN_NANOS = TimeUnit.SECONDS.toNanos(3);
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final PrintWriter out;
  private final boolean terminal;
  private final long startNanos = System.nanoTime();
  private long shownNanos = startNanos;

  ProgressLine(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** Shows how far the run is, if it is time to. */
  void show(Supplier<String> state) {
    long now = System.nanoTime();
    if (now - shownNanos >= (terminal ? TERMINAL_NANOS : PLAIN_NANOS)) {
      shownNanos = now;
      String line = stamp(now) + state.get();
      out.print(terminal ? CLEAR_LINE + line : line + System.lineSeparator());
      out.flush();
    }
  }

  /** Tells of something that happened, in a line that stays. */
  void tell(String line) {
    out.println((terminal ? CLEAR_LINE : "") + stamp(System.nanoTime()) + line);
    out.flush();
  }

  /** Takes the line away. */
  void end() {
    if (terminal) {
      out.print(CLEAR_LINE);
      out.flush();
    }
  }

  double seconds() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private String stamp(long now) {
    return String.format(Locale.ROOT, "%5.1f s  ", (now - startNanos) / 1e9);
  }
}
