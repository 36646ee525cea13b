package io.vitrine.remote.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the messages of connections until the process is told to stop. */
@Command(
    name = "tap",
    description = {
      "Stand between clients and a server, and print what both say as YAML.",
      "It does so until Ctrl-C, whatever the encoding. Bytes are handed on as they are; tokens and",
      "other secrets are masked in what is printed, which is a recording that wire convert takes."
    },
    mixinStandardHelpOptions = true)
final class TapCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "HOST:PORT",
      description = "The server; the host or the port may be left out.")
  private String server = "";

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "0",
      description = "Where clients shall connect, on loopback; 0 for one that is free; 0.")
  private int port;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (port < 0 || port > 65_535) {
      throw new UsageException("--port is " + port + ", expected 0 to 65535");
    }
    InetSocketAddress address = Target.address(server);
    PrintWriter out = spec.commandLine().getOut();
    try (var shutdown = new Shutdown();
        ServerSocket listener = listen()) {
      out.println(
          "# listening on 127.0.0.1:"
              + listener.getLocalPort()
              + " for "
              + address.getHostString()
              + ":"
              + address.getPort());
      out.flush();
      try (var _ = new Tap(listener, address, out, shutdown::ask)) {
        shutdown.await();
      }
    }
    return 0;
  }

  private ServerSocket listen() throws IOException {
    try {
      return new ServerSocket(port, 50, InetAddress.ofLiteral("127.0.0.1"));
    } catch (IOException e) {
      throw new IOException("cannot listen on 127.0.0.1:" + port + ": " + e.getMessage(), e);
    }
  }
}
