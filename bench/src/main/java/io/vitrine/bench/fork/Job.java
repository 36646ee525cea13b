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

/**
 * What the JVM of a measurement was started for, and its line to who started it. For one thread.
 *
 * <p>It tells results in lines {@code @name value} on its standard output; whatever else is printed
 * there is taken for chatter of the system measured.
 */
final class Job {
  static final String READY = "@ready";
  static final String PREFIX = "@";

  private final Map<String, String> options;
  private final InputStream in = System.in;
  private final PrintStream out = System.out;

  Job(Map<String, String> options) {
    this.options = Map.copyOf(options);
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
  void awaitGo() throws IOException {
    out.println(READY);
    out.flush();
    int next = in.read();
    if (next < 0) {
      throw new IOException("who started this JVM is gone");
    }
  }
}
