package io.vitrine.bench.fork;

import io.vitrine.bench.codec.Codecs;
import io.vitrine.bench.peer.Fill;
import java.util.HashMap;

/** The way in of a JVM that measures something or prepares it. */
public final class ForkMain {
  private ForkMain() {}

  /**
   * Runs a task.
   *
   * @param args its name, then {@code name=value} each
   * @throws Exception whatever goes wrong
   */
  public static void main(String[] args) throws Exception {
    long start = System.nanoTime();
    var options = new HashMap<String, String>();
    options.put("start", Long.toString(start));
    for (int i = 1; i < args.length; i++) {
      int equals = args[i].indexOf('=');
      options.put(args[i].substring(0, equals), args[i].substring(equals + 1));
    }
    var job = new Job(options);
    job.endWithParent();
    switch (args[0]) {
      case "prepare" -> Fill.prepare(job.peer(), job.folder(), job.shape(), job.isCompact());
      case "insert" -> InsertTask.run(job);
      case "pauses" -> InsertTask.runWithPauses(job);
      case "pause-causes" -> PauseCausesTask.run(job);
      case "update" -> UpdateTask.run(job);
      case "write" -> VisibilityTask.write(job);
      case "read" -> VisibilityTask.read(job);
      case "delay" -> VisibilityTask.both(job);
      case "event-rate" -> EventsTask.rate(job);
      case "event-stuck" -> StuckTask.run(job);
      case "examples" -> ExamplesTask.run(job);
      case "ping" -> PingPongTask.ask(job);
      case "pong" -> PingPongTask.answer(job);
      case "journal-append" -> JournalTask.append(job);
      case "journal-read" -> JournalTask.read(job);
      case "open" -> OpenTask.run(job);
      case "space" -> SpaceTask.run(job);
      case "latency" -> LatencyTask.run(job);
      case "check" -> CheckTask.run(job);
      case "limits" -> LimitsTask.run(job);
      case "bare-updates" -> BareUpdates.run(job);
      case "files" -> FilesTask.run(job);
      case "durable" -> DurableTask.run(job);
      case "collections" -> CollectionsTask.run(job);
      case "net-server", "rtt", "pipeline", "subscribe", "fan-out" -> NetTask.run(args[0], job);
      case "codec" ->
          job.tell("bytes", Codecs.of(job.peer(), job.text("form").equals("text")).encode());
      default -> throw new IllegalArgumentException("no task is called " + args[0]);
    }
  }
}
