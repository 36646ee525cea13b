package io.vitrine.bench;

import com.sun.management.OperatingSystemMXBean;
import io.vitrine.bench.peer.Peer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Says where the measurements are made. Stateless, for any thread. */
final class Machine {
  private Machine() {}

  static Map<String, Object> describe(Settings settings) throws IOException {
    var machine = new LinkedHashMap<String, Object>();
    machine.put("processor", processor());
    machine.put("cores", Runtime.getRuntime().availableProcessors());
    machine.put("memory", memory());
    machine.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
    for (Path where : settings.folders()) {
      machine.put("folder " + where, Files.getFileStore(where).type());
    }
    machine.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    machine.put("pinned where both ends spin", Pinning.here().toString());
    machine.put("quick", settings.quick());
    machine.put("rounds", settings.rounds());
    machine.put("length", settings.length());
    machine.put("warm-up of calls", settings.warmUp());
    machine.put(
        "measuring of calls", settings.iterations() + " x " + settings.iterationMillis() + " ms");
    var peers = new LinkedHashMap<String, Object>();
    String server = server(settings);
    for (Peer peer : settings.peers()) {
      var about = new LinkedHashMap<String, Object>();
      about.put("version", peer.version());
      about.put("flags", String.join(" ", peer.flags()));
      if (NetWorkload.REDIS.contains(peer)) {
        about.put("server", server);
      }
      peers.put(peer.label(), about);
    }
    machine.put("peers", peers);
    return machine;
  }

  /** What the clients of Redis are measured with. */
  private static String server(Settings settings) throws IOException {
    return Collections.disjoint(settings.peers(), NetWorkload.REDIS) ? "" : RedisServer.version();
  }

  private static String memory() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return String.format(Locale.ROOT, "%.1f GiB", system.getTotalMemorySize() / (double) (1 << 30));
  }

  private static String processor() throws IOException {
    Path info = Path.of("/proc/cpuinfo");
    if (Files.isReadable(info)) {
      for (String line : Files.readAllLines(info)) {
        if (line.startsWith("model name")) {
          return line.substring(line.indexOf(':') + 1).strip();
        }
      }
    }
    return System.getProperty("os.arch");
  }
}
