package io.vitrine.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server of Redis for one measurement, on a free port of the loopback address. For one thread.
 */
final class RedisServer implements AutoCloseable {
  private static final String PROGRAM = "redis-server";
  private static final Pattern VERSION = Pattern.compile("\\bv=(\\S+)");
  private static final long START_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Process process;
  private final int port;

  /**
   * Starts one that keeps nothing.
   *
   * @param folder where it may write
   * @param lab has the log for what it prints, and ends it if nobody else does
   */
  RedisServer(Path folder, Lab lab) throws IOException, InterruptedException {
    Path program = Programs.find(PROGRAM);
    if (program == null) {
      throw new IOException(PROGRAM + " is not installed (Debian, Ubuntu: apt-get install it)");
    }
    try (var probe = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = probe.getLocalPort();
    }
    List<String> command = new ArrayList<>(endWithParent());
    command.addAll(
        List.of(
            program.toString(),
            "--bind",
            "127.0.0.1",
            "--port",
            Integer.toString(port),
            "--dir",
            folder.toString(),
            "--save",
            "",
            "--appendonly",
            "no"));
    process =
        lab.traces()
            .start(
                new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(lab.log().toFile())));
    awaitPort();
  }

  /** On Linux the system ends it also when this JVM is killed. */
  private static List<String> endWithParent() {
    Path program = Programs.find("setpriv");
    return program == null ? List.of() : List.of(program.toString(), "--pdeathsig", "KILL");
  }

  private void awaitPort() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + START_NANOS;
    while (true) {
      try (var _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
        return;
      } catch (IOException e) {
        if (!process.isAlive() || System.nanoTime() - deadline > 0) {
          process.destroyForcibly();
          throw new IOException(PROGRAM + " does not listen at port " + port, e);
        }
        Thread.sleep(20);
      }
    }
  }

  /** Whether it is installed. */
  static boolean isThere() {
    return Programs.find(PROGRAM) != null;
  }

  /**
   * The version of the server that is installed.
   *
   * @return for example {@code redis-server 7.0.15}
   */
  static String version() throws IOException {
    Path program = Programs.find(PROGRAM);
    if (program == null) {
      return PROGRAM + " is not installed";
    }
    Process asked =
        new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true).start();
    return PROGRAM + " " + version(new String(asked.getInputStream().readAllBytes(), UTF_8));
  }

  /** The number in what the server says of itself: {@code Redis server v=7.0.15 sha=…}. */
  static String version(String said) {
    Matcher matcher = VERSION.matcher(said);
    return matcher.find() ? matcher.group(1) : "of a version that it does not tell";
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
