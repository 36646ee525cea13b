package io.vitrine.bench.fork;

import io.vitrine.bench.net.Events;
import io.vitrine.bench.net.FanOut;
import io.vitrine.bench.net.NetServers;
import io.vitrine.bench.net.RoundTrips;
import io.vitrine.bench.net.Span;
import io.vitrine.bench.net.Wiring;
import io.vitrine.remote.wire.EventLoops;
import io.vitrine.remote.wire.WireEncoding;
import java.nio.file.Files;
import java.nio.file.Path;

/** Servers, and clients that measure them over connections. Stateless. */
final class NetTask {
  private NetTask() {}

  static void run(String task, Job job) throws Exception {
    boolean busyPoll = job.text("waits").equals("spins");
    if (busyPoll && !EventLoops.isSpinningForAll()) {
      // Epoll's loop that never sleeps lets nobody else have its processor; the JDK's does here.
      System.setProperty("io.netty.transport.noNative", "true");
    }
    if (task.equals("net-server")) {
      int port = NetServers.start(job.peer(), busyPoll);
      Files.writeString(Path.of(job.text("port")), Integer.toString(port));
      job.awaitGo();
      return;
    }
    int port = (int) job.number("port");
    var span = new Span(job.number("warmUp"), job.number("millis"));
    var wiring =
        new Wiring(
            WireEncoding.valueOf(job.text("encoding")),
            busyPoll,
            job.text("callbacks").equals("in place"));
    switch (task) {
      case "rtt" -> RoundTrips.closedLoop(job.peer(), port, wiring, span, job::tell);
      case "pipeline" ->
          RoundTrips.pipeline(
              job.peer(), port, wiring, (int) job.number("inFlight"), span, job::tell);
      case "subscribe" -> Events.delays(job.peer(), port, wiring, span, job::tell);
      default -> FanOut.rate(job.peer(), port, (int) job.number("subscribers"), span, job::tell);
    }
  }
}
