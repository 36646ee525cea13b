package io.vitrine.remote.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.EventLoops;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The native transport is used where native code is allowed, and nothing is ever warned of. */
class NativeTransportTest {
  private static final boolean HAS_EPOLL =
      System.getProperty("os.name").toLowerCase(Locale.ROOT).contains("linux");

  /** Another JVM: a server and a client of its own. */
  public static final class Main {
    private Main() {}

    /** Puts and gets an entry, and says by what transport. */
    public static void main(String[] arguments) throws Exception {
      boolean busyPoll = Boolean.parseBoolean(arguments[0]);
      var options = ServerOptions.DEFAULT.withBusyPoll(busyPoll);
      try (Vitrine vitrine = Vitrine.inMemory();
          VitrineServer server = VitrineServer.start(vitrine, options);
          Vitrine client =
              VitrineClient.connect(
                  "127.0.0.1",
                  server.address().getPort(),
                  new TypeRegistry(),
                  ClientOptions.DEFAULT.withBusyPoll(busyPoll))) {
        vitrine.map("/maps/p", String.class, String.class);
        var map = client.map("/maps/p", String.class, String.class);
        map.put("k", "x".repeat(200_000));
        System.out.println(map.get("k").length() + " " + EventLoops.isNative());
      }
    }
  }

  @Test
  void isNotUsedWithoutBeingAllowed() throws Exception {
    assertEquals("200000 false\n", outputOf(List.of(), false));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void isUsedWhereItIsAllowed(boolean busyPoll) throws Exception {
    assertEquals(
        "200000 " + HAS_EPOLL + "\n",
        outputOf(List.of("--enable-native-access=ALL-UNNAMED"), busyPoll));
  }

  private static String outputOf(List<String> flags, boolean busyPoll)
      throws IOException, InterruptedException {
    var command = new ArrayList<String>();
    command.add(ProcessHandle.current().info().command().orElseThrow());
    command.addAll(flags);
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            Main.class.getName(),
            String.valueOf(busyPoll)));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var in = process.getInputStream()) {
      String output = new String(in.readAllBytes(), UTF_8);
      process.waitFor(150, TimeUnit.SECONDS);
      return output;
    } finally {
      process.destroyForcibly();
    }
  }
}
