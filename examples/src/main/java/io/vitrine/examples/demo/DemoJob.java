package io.vitrine.examples.demo;

import io.vitrine.collections.Description;
import io.vitrine.collections.Vitrine;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One run of the demo: starts the processes, kills two of them in the middle of their work, and
 * compares what is left with the file. For one thread, but for {@link #close}.
 */
final class DemoJob implements AutoCloseable {
  /** How long a run may take before it is given up: several times what a slow machine needs. */
  private static final long SECONDS_MAX = 300;

  /** When the watcher is killed, in hundredths of all events. */
  private static final int WATCHER_KILLED_PERCENT = 60;

  private final DemoOptions options;
  private final ProgressLine progress;
  private final Children children = new Children(SECONDS_MAX, this::glance);
  private final List<Airport> airports = Airport.all();
  private @Nullable Cast cast;
  private long startNanos;
  private double updateSeconds;
  private double eventSeconds;

  DemoJob(DemoOptions options, ProgressLine progress) {
    this.options = options;
    this.progress = progress;
  }

  /**
   * Runs it.
   *
   * @return what was found
   * @throws DemoException if a process fails, or it takes far too long
   * @throws IOException if the watcher's copy cannot be read
   */
  DemoResult run() throws InterruptedException, IOException {
    Cast ready = begin();
    load();
    Cast played = replay(ready);
    DemoResult result;
    try (var vitrine = Airports.attach(options.store().toString())) {
      settle(played, vitrine);
      result = judge(played, vitrine);
    }
    for (Child child : List.of(played.embedded(), played.remote(), played.late(), played.copy())) {
      children.stop(child);
    }
    children.stop(played.server());
    progress.end();
    return result;
  }

  /** Leaves no process behind. */
  @Override
  public void close() {
    children.close();
  }

  private void glance() {
    Cast playing = cast;
    if (playing != null) {
      progress.show(() -> playing.progress(options.flights()));
    }
  }

  private Cast begin() throws InterruptedException {
    Child server = children.start("server", ServerProcess.class, options.store());
    children.await("ready", server);
    String port = port(server);
    progress.tell("serving " + options.store() + " on 127.0.0.1:" + port + pid(server));
    Cast all =
        new Cast(
            server,
            children.start(
                "watcher of late airports", LateProcess.class, port, options.thresholdMinutes()),
            watcher(port),
            embedded(true),
            children.start(
                "remote replayer",
                ReplayProcess.class,
                Replayer.REMOTE,
                port,
                options.flights(),
                false));
    // With an empty map to begin with, every entry comes to the watchers as an event.
    children.await("ready", all.late(), all.copy());
    return all;
  }

  private static String port(Child server) {
    return String.valueOf(server.fact("ready"));
  }

  private Child watcher(String port) {
    return children.start("watcher of everything", CopyProcess.class, port, options.copy());
  }

  private Child embedded(boolean doomed) {
    return children.start(
        "embedded replayer",
        ReplayProcess.class,
        Replayer.EMBEDDED,
        options.store(),
        options.flights(),
        doomed);
  }

  private void load() throws InterruptedException {
    Child loader = children.start("loader", LoaderProcess.class, options.store());
    children.await("done", loader);
    children.awaitEnd(loader);
    progress.tell(
        String.format(Locale.ROOT, "loaded %,d airports", loader.number("done")) + pid(loader));
  }

  private Cast replay(Cast ready) throws InterruptedException {
    children.await("ready", ready.embedded(), ready.remote());
    cast = ready;
    startNanos = System.nanoTime();
    ready.embedded().send("go");
    ready.remote().send("go");
    children.await("half", ready.embedded());
    Cast second = killReplayer(ready);
    long events = expectedEvents() * WATCHER_KILLED_PERCENT / 100;
    children.await("event " + events, () -> second.copy().number("events") >= events);
    Cast third = killWatcher(second);
    children.await("done", third.embedded(), third.remote());
    updateSeconds = secondsSinceStart();
    return third;
  }

  private Cast killReplayer(Cast playing) throws InterruptedException {
    Child victim = playing.embedded();
    children.kill(victim);
    progress.tell(
        String.format(
                Locale.ROOT,
                "killed the embedded replayer after %,d of its %,d flights; it starts again",
                victim.number("flights"),
                victim.number("ready"))
            + pid(victim));
    Cast next = playing.withEmbedded(embedded(false));
    cast = next;
    children.await("ready", next.embedded());
    next.embedded().send("go");
    return next;
  }

  private Cast killWatcher(Cast playing) throws InterruptedException {
    Child victim = playing.copy();
    children.kill(victim);
    progress.tell(
        String.format(
                Locale.ROOT,
                "killed the watcher of everything after %,d events; it resumes",
                victim.number("events"))
            + pid(victim));
    Cast next = playing.withCopy(watcher(port(playing.server())));
    cast = next;
    children.await("ready", next.copy());
    progress.tell("the watcher resumes after revision " + next.copy().fact("ready"));
    return next;
  }

  /** Waits until the watchers have seen everything up to the last change. */
  private void settle(Cast played, Vitrine vitrine) throws InterruptedException {
    String until = "until " + describe(vitrine).revision();
    played.copy().send(until);
    played.late().send(until);
    children.await("done", played.copy());
    eventSeconds = secondsSinceStart();
    children.await("done", played.late());
  }

  private DemoResult judge(Cast played, Vitrine vitrine) throws IOException {
    Description description = describe(vitrine);
    Map<String, AirportStats> store = new TreeMap<>(Airports.map(vitrine));
    Copy copy = CopyFile.load(options.copy(), description.epoch());
    var totals = Totals.of(airports, Flight.first(options.flights()));
    Child late = played.late();
    Set<String> codes = codes(late);
    var verdict = new Verdict();
    verdict.compareWithFile("the store", store, totals);
    verdict.compareCopy(copy.entries(), store);
    verdict.compareCount("events of the watcher", copy.events(), expectedEvents());
    verdict.compareLate(codes, totals, options.thresholdMinutes());
    verdict.add("the watcher of everything", copy.problems());
    verdict.add(
        "the watcher of late airports",
        new Problems(late.number("problems"), String.valueOf(late.fact("problem"))));
    return new DemoResult(
        verdict.differences(),
        store,
        2L * options.flights(),
        updateSeconds,
        copy.events(),
        eventSeconds,
        copy.problems().count(),
        copy.missed(),
        copy.delays(),
        new DemoResult.Late(
            options.thresholdMinutes(),
            codes.size(),
            late.number("items"),
            late.number("pages"),
            DelayHistogram.ofText(String.valueOf(late.fact("delays")))),
        description.takeovers(),
        progress.seconds());
  }

  private static Set<String> codes(Child late) {
    String codes = String.valueOf(late.fact("codes"));
    return codes.isEmpty() ? Set.of() : Set.of(codes.split(","));
  }

  private static Description describe(Vitrine vitrine) {
    Description description = vitrine.describe(Airports.PATH);
    if (description == null) {
      throw new DemoException(Airports.PATH + " is gone from the store");
    }
    return description;
  }

  /** Every airport comes into being once, and changes once for each end of a flight. */
  private long expectedEvents() {
    return airports.size() + 2L * options.flights();
  }

  private double secondsSinceStart() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private static String pid(Child child) {
    return " (process " + child.pid() + ")";
  }
}
