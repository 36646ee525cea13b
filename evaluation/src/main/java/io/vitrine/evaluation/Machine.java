package io.vitrine.evaluation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;

/** Says where figures come from. Stateless, for any thread. */
final class Machine {
  private Machine() {}

  static Map<String, Object> describe() throws IOException {
    var machine = new LinkedHashMap<String, Object>();
    machine.put("processor", processor());
    machine.put("cores", Runtime.getRuntime().availableProcessors());
    machine.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    machine.put("jdk", System.getProperty("java.vm.name") + " " + Runtime.version());
    machine.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
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
