package io.vitrine.torture.connect;

import io.vitrine.store.ChildJvm;
import io.vitrine.torture.Torture;
import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.TortureRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code vitrine torture connections}: very many clients that do nothing. One thread. */
@Command(
    name = "connections",
    mixinStandardHelpOptions = true,
    description =
        "Opens many connections to a server in a process of its own, has each say hello and leaves"
            + " them idle, then many subscriptions on one of them; asks the server how much memory"
            + " it has in use after a collection, and some of the clients whether they are still"
            + " served. Lasts as long as it takes.")
public final class ConnectionsTorture extends Torture {
  /** What may be in use with 10,000 connections, of the whole process but its code. */
  private static final long BYTES_MAX = 200_000_000;

  /** What may be in use for one connection. */
  private static final long BYTES_EACH_MAX = BYTES_MAX / 10_000;

  private static final long BYTES_EACH_LEFT_MAX = 2_000;

  /** So much may be left whatever the number, of tables that have grown. */
  private static final long BYTES_LEFT_MIN = 10_000_000;

  private static final int HEAP_MIB = 128;

  /** Classes are loaded and tables have grown after so many. */
  private static final int WARM_UP = 200;

  private static final int ASKED = 200;

  @Option(
      names = "--count",
      paramLabel = "N",
      defaultValue = "10000",
      description = "How many connections (default: ${DEFAULT-VALUE}).")
  private int count;

  @Option(
      names = "--subscriptions",
      paramLabel = "N",
      defaultValue = "1000",
      description = "How many subscriptions on one of them (default: ${DEFAULT-VALUE}).")
  private int subscriptions;

  /** Called by picocli. */
  public ConnectionsTorture() {}

  @Override
  protected void run(TortureRun run) throws IOException {
    if (count < 1 || count > 60_000 || subscriptions < 1 || subscriptions > 1_000) {
      throw usage("--count must be 1 to 60000, --subscriptions 1 to 1000");
    }
    var idle = new ArrayList<Line>();
    try (ChildJvm server =
        ChildJvm.start(
            ServerProcess.class,
            List.of("-Xmx" + Math.max(HEAP_MIB, HEAP_MIB * count / 10_000) + "m"),
            Integer.toString(count + WARM_UP + 10))) {
      int port = Integer.parseInt(String.valueOf(server.line()));
      try (Line measuring = new Line(port)) {
        measuring.ask("--- !!meta-data\ncsp: /\ntid: 1\n--- !!data\nlist: []");
        measuring.say("--- !!meta-data\ncsp: /\ncid: 1\nhandler: !Memory {}");
        warmUp(port);
        Usage before = measure(measuring);
        run.say("before: " + before);
        open(run, port, idle);
        Usage after = measure(measuring);
        run.say("with " + count + " connections: " + after);
        check(before, after);
        askSome(run, idle);
        subscribe(run, idle.getFirst());
        Usage subscribed = measure(measuring);
        run.say("with " + subscriptions + " subscriptions on one of them: " + subscribed);
        closeAll(idle);
        awaitClosed(measuring);
        Usage closed = measure(measuring);
        run.say("after all were closed: " + closed);
        checkLeft(before, closed);
        run.count("bytes a connection", (after.inUse() - before.inUse()) / count);
        run.count("bytes in use", after.inUse());
      }
    } finally {
      closeAll(idle);
    }
  }

  /** Bytes that the server has in use. */
  private record Usage(long heap, long nonHeap, long direct, long resident) {
    long inUse() {
      return heap + nonHeap + direct;
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%.1f MB in use (heap %.1f, outside of it %.1f, buffers %.1f), %.1f MB resident",
          inUse() / 1e6,
          heap / 1e6,
          nonHeap / 1e6,
          direct / 1e6,
          resident / 1e6);
    }
  }

  private static Usage measure(Line line) throws IOException {
    var told = (Map<?, ?>) line.ask("--- !!meta-data\ncid: 1\ntid: 2\n--- !!data\nmeasure: []");
    return new Usage(
        number(told, "heap"),
        number(told, "nonHeap"),
        number(told, "direct"),
        number(told, "resident"));
  }

  private static long number(Map<?, ?> told, String name) {
    return told.get(name) instanceof Long value ? value : 0;
  }

  private static void warmUp(int port) throws IOException {
    var lines = new ArrayList<Line>();
    for (int i = 0; i < WARM_UP; i++) {
      lines.add(hello(port));
    }
    closeAll(lines);
  }

  private static Line hello(int port) throws IOException {
    var line = new Line(port);
    line.ask("hello: {client: torture}");
    return line;
  }

  private void open(TortureRun run, int port, List<Line> idle) throws IOException {
    for (int i = 0; i < count; i++) {
      idle.add(hello(port));
      run.count("connections", 1);
      run.progress();
    }
  }

  private void check(Usage before, Usage after) {
    long each = (after.inUse() - before.inUse()) / count;
    if (each > BYTES_EACH_MAX) {
      throw new TortureFailure(
          "a connection takes " + each + " bytes, expected at most " + BYTES_EACH_MAX);
    }
    if (count <= 10_000 && after.inUse() > BYTES_MAX) {
      throw new TortureFailure(after.inUse() + " bytes are in use, expected at most " + BYTES_MAX);
    }
  }

  /** The server sees the ends of connections one by one. */
  private static void awaitClosed(Line measuring) throws IOException {
    String connections = "--- !!meta-data\ncid: 1\ntid: 3\n--- !!data\nconnections: []";
    while (!Long.valueOf(1).equals(measuring.ask(connections))) {
      Thread.onSpinWait();
    }
  }

  /** Sessions are remembered for a while, for clients that come again, and nothing else. */
  private void checkLeft(Usage before, Usage closed) {
    long each = (closed.inUse() - before.inUse()) / count;
    if (each > BYTES_EACH_LEFT_MAX && closed.inUse() - before.inUse() > BYTES_LEFT_MIN) {
      throw new TortureFailure(
          "a closed connection has left "
              + each
              + " bytes behind, expected at most "
              + BYTES_EACH_LEFT_MAX);
    }
  }

  private static void askSome(TortureRun run, List<Line> idle) throws IOException {
    Random random = run.random(1);
    for (int i = 0; i < ASKED; i++) {
      Line line = idle.get(random.nextInt(idle.size()));
      Object paths = line.ask("--- !!meta-data\ncsp: /\ntid: 1\n--- !!data\nlist: []");
      if (!paths.equals(List.of("/maps/p"))) {
        throw new TortureFailure("a connection that was idle got " + paths);
      }
    }
    run.count("asked again", ASKED);
  }

  /** Subscribes to as many keys, changes each and hears of each. */
  private void subscribe(TortureRun run, Line line) throws IOException {
    for (int i = 1; i <= subscriptions; i++) {
      line.say(
          "--- !!meta-data\ncsp: /maps/p\ntid: "
              + i
              + "\n--- !!data\nsubscribe: {bootstrap: false, key: k"
              + i
              + "}");
    }
    for (int i = 1; i <= subscriptions; i++) {
      line.say("--- !!meta-data\ncsp: /maps/p\n--- !!data\nput: [k" + i + ", " + i + "]");
    }
    var heard = new HashSet<Object>();
    while (heard.size() < subscriptions) {
      Map<?, ?> told = line.hear();
      if (told.containsKey("exception")) {
        throw new TortureFailure("a subscription was answered with " + told);
      }
      if (told.get("reply") != null) {
        heard.add(told.get("reply").toString());
      }
    }
    run.count("subscriptions", subscriptions);
  }

  private static void closeAll(List<Line> lines) throws IOException {
    for (Line line : lines) {
      line.close();
    }
    lines.clear();
  }
}
