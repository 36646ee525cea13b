package io.vitrine.bench;

import io.vitrine.bench.peer.Peer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Says where the measurements are made. Stateless, for any thread. */
final class Machine {
  private Machine() {}

  static Map<String, Object> describe(Settings settings) throws IOException {
    var machine = new LinkedHashMap<String, Object>();
    machine.put("processor", processor());
    machine.put("cores", Runtime.getRuntime().availableProcessors());
    machine.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
    for (Path where : settings.folders()) {
      machine.put("folder " + where, Files.getFileStore(where).type());
    }
    machine.put("rounds", settings.rounds());
    for (Peer peer : settings.peers()) {
      var about = new LinkedHashMap<String, Object>();
      about.put("version", peer.version());
      about.put("flags", String.join(" ", peer.flags()));
      machine.put(peer.label(), about);
    }
    return machine;
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
