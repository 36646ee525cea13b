package io.vitrine.remote.server;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A server in a JVM of its own, which has little memory. For one thread. */
final class SmallHeap implements AutoCloseable {
  private final Path log;
  private final Process process;
  private final InetSocketAddress address;

  SmallHeap(int mebibytes) throws IOException {
    log = Files.createTempFile("vitrine-small-heap", ".log");
    process =
        new ProcessBuilder(
                List.of(
                    ProcessHandle.current().info().command().orElseThrow(),
                    "-Xmx" + mebibytes + "m",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    System.getProperty("java.class.path"),
                    SmallHeap.class.getName()))
            .redirectError(log.toFile())
            .start();
    var out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    String port = out.readLine();
    if (port == null) {
      throw new IOException("no server: " + said());
    }
    address = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
  }

  /** What a server does; it ends with the one who started it. */
  public static void main(String[] arguments) throws IOException {
    try (var vitrine = Vitrine.inMemory(new TypeRegistry());
        var server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      vitrine.map("/maps/m", String.class, Object.class).put("a", 1L);
      System.out.println(server.address().getPort());
      int _ = System.in.read();
    }
  }

  InetSocketAddress address() {
    return address;
  }

  Telnet telnet() throws IOException {
    return new Telnet(address, WireEncoding.YAML);
  }

  /** A connection of somebody who takes hardly anything of what is sent to him. */
  Socket greedy() throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(4 << 10);
    socket.setSoTimeout(60_000);
    socket.connect(address);
    return socket;
  }

  /** What it wrote to its error stream. */
  String said() throws IOException {
    return Files.readString(log);
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    Files.delete(log);
  }
}
