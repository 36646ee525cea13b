package io.vitrine.torture.connect;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.HandlerType;
import io.vitrine.remote.server.ServerLimits;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.Verb;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.server.WireHandler;
import io.vitrine.store.ChildJvm;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A server in a JVM of its own, which says on a channel how much memory it has in use. Its own main
 * thread waits until it is killed.
 */
final class ServerProcess {
  private static final int COLLECTIONS = 4;

  private ServerProcess() {}

  /**
   * Serves, and prints the port.
   *
   * @param arguments how many connections there may be
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    ChildJvm.endWithParent();
    int connections = Integer.parseInt(arguments[0]);
    var self = new AtomicReference<VitrineServer>();
    try (var vitrine = Vitrine.inMemory();
        var server =
            VitrineServer.start(
                vitrine,
                ServerOptions.DEFAULT
                    .withLimits(ServerLimits.DEFAULT.withConnections(connections))
                    .withHandler(
                        new HandlerType("Memory", 1, Verb.ADMIN, (_, _) -> memory(self))))) {
      self.set(server);
      vitrine.map("/maps/p", String.class, Object.class);
      System.out.println(server.address().getPort());
      Thread.currentThread().join();
    }
  }

  private static WireHandler memory(AtomicReference<VitrineServer> server) {
    return (event, _) -> {
      if (event.equals("connections")) {
        VitrineServer running = server.get();
        return running == null ? 0L : (long) running.connections();
      }
      if (!event.equals("measure")) {
        throw new UnsupportedOperationException(
            "memory knows connections and measure and no event " + event);
      }
      return measure();
    };
  }

  /** Bytes in use after a collection. */
  private static Map<String, Object> measure() throws IOException {
    MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    long direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToLong(BufferPoolMXBean::getMemoryUsed)
            .sum();
    var measured = new LinkedHashMap<String, Object>();
    measured.put("heap", memory.getHeapMemoryUsage().getUsed());
    measured.put("nonHeap", memory.getNonHeapMemoryUsage().getUsed());
    measured.put("direct", direct);
    measured.put("resident", resident());
    return measured;
  }

  /** What the process has of the machine's memory; 0 where the machine does not say. */
  private static long resident() throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return 0;
    }
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmRSS:")) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1_024;
      }
    }
    return 0;
  }
}
