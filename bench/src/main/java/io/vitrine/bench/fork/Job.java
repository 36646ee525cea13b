package io.vitrine.bench.fork;

import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Maps;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Semaphore;

/**
 * What the JVM of a measurement was started for, and its line to who started it. For one thread.
 *
 * <p>It tells results in lines {@code @name value} on its standard output; whatever else is printed
 * there is taken for chatter of the system measured.
 */
final class Job {
  static final String READY = "@ready";
  static final String PREFIX = "@";

  /** The exit code where who started it is gone. */
  private static final int ORPHANED = 3;

  private final Map<String, String> options;
  private final Semaphore go = new Semaphore(0);
  private final PrintStream out = System.out;

  Job(Map<String, String> options) {
    this.options = Map.copyOf(options);
  }

  /**
   * Listens to who started this JVM from now on: to each byte that lets it go on, and to the end of
   * them, at which it ends at once, since nobody wants its results then.
   */
  void endWithParent() {
    InputStream in = System.in;
    Thread.ofPlatform()
        .name("parent")
        .daemon()
        .start(() -> {
          try {
            while (in.read() >= 0) {
              go.release();
            }
          } catch (IOException e) {
            // as good as its end
          }
          Runtime.getRuntime().halt(ORPHANED);
        });
  }

  String text(String name) {
    String value = options.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the job needs " + name + ", was given " + options);
    }
    return value;
  }

  long number(String name) {
    return Long.parseLong(text(name));
  }

  Peer peer() {
    return Peer.of(text("peer"));
  }

  Path folder() {
    return Path.of(text("folder"));
  }

  Shape shape() {
    return new Shape(KeyKind.valueOf(text("key")), (int) number("value"), number("entries"));
  }

  boolean isCompact() {
    return text("compact").equals("true");
  }

  ByteMap<Long> openLongs(Path folder) throws IOException {
    return Maps.longs(peer(), folder, shape());
  }

  /** Tells a result. */
  void tell(String name, double value) {
    out.println(PREFIX + name + " " + String.format(Locale.ROOT, "%.6g", value));
    out.flush();
  }

  /** Tells a result. */
  void tell(String name, long value) {
    tell(name, (double) value);
  }

  /** Says that everything is prepared, and waits until it is asked to go on. */
  void awaitGo() {
    out.println(READY);
    out.flush();
    go.acquireUninterruptibly();
  }
}
