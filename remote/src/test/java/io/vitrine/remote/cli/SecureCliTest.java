package io.vitrine.remote.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.pkitesting.X509Bundle;
import io.vitrine.remote.client.Certificates;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that wants to know who its clients are, and the commands that tell it. */
class SecureCliTest {
  @TempDir private Path folder;
  private Certificates certificates;
  private Path tokens;
  private Path tokenFile;
  private String address = "";
  private final List<Process> processes = new ArrayList<>();

  private record Outcome(int code, String out, String err) {}

  private static Outcome run(String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    int code = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
    return new Outcome(code, out.toString(), err.toString());
  }

  @BeforeEach
  void start() throws Exception {
    certificates = new Certificates(folder);
    X509Bundle authority = certificates.authority("ca");
    certificates.server("server", authority);
    X509Bundle clients = certificates.authority("clients");
    certificates.client("board", clients);
    String[] made = run("token").out().split("\n", -1);
    String token = made[0].substring("token: ".length());
    tokenFile = Files.writeString(folder.resolve("ada.token"), token + "\n");
    tokens = folder.resolve("tokens.yaml");
    Files.writeString(
        tokens,
        "ada:\n  token: "
            + made[1].substring("hash: ".length())
            + "\n  may: {\"*\": all}\n"
            + "board:\n  certificate: CN=board\n  may: {/maps/prices*: [read, subscribe]}\n");
    assertFalse(Files.readString(tokens).contains(token));
  }

  @AfterEach
  void stop() {
    processes.forEach(Process::destroyForcibly);
  }

  /** Serves in a process of its own; gives what it prints as errors. */
  private Path serve(String... more) throws IOException {
    Path err = folder.resolve("serve.err");
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of("serve", "--data", folder.resolve("store").toString(), "--port", "0"));
    command.addAll(List.of(more));
    var builder = new ProcessBuilder(command).redirectError(err.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    processes.add(process);
    var out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    String listening = out.readLine();
    assertTrue(
        listening != null && listening.startsWith("listening on "),
        () -> listening + " " + read(err));
    address = "127.0.0.1" + listening.substring(listening.lastIndexOf(':'));
    return err;
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private String[] by(String[] who, String... command) {
    var args = new ArrayList<String>(List.of(command[0], "--connect", address));
    args.addAll(List.of(who));
    args.addAll(Arrays.asList(command).subList(1, command.length));
    return args.toArray(String[]::new);
  }

  @Test
  void commandsShowWhoTheyAreByTokenOrCertificate() throws Exception {
    String ca = certificates.file("ca").toString();
    Path err =
        serve(
            "--host",
            "0.0.0.0",
            "--tokens",
            tokens.toString(),
            "--tls-cert",
            certificates.file("server").toString(),
            "--tls-key",
            certificates.key("server").toString(),
            "--client-ca",
            certificates.file("clients").toString(),
            "--client-cert-optional",
            "--limit",
            "connections=50");
    String[] ada = {"--tls-ca", ca, "--token-file", tokenFile.toString()};
    String[] board = {
      "--tls-ca",
      ca,
      "--tls-cert",
      certificates.file("board").toString(),
      "--tls-key",
      certificates.key("board").toString()
    };
    assertEquals(new Outcome(0, "", ""), run(by(ada, "create", "prices")));
    assertEquals(new Outcome(0, "", ""), run(by(ada, "create", "orders")));
    assertEquals(new Outcome(0, "", ""), run(by(ada, "put", "prices", "EURUSD", "1.1")));
    assertEquals(new Outcome(0, "1.1\n", ""), run(by(board, "get", "prices", "EURUSD")));
    assertEquals(new Outcome(0, "/maps/prices\n", ""), run(by(board, "list")));
    fails("board may not write /maps/prices", by(board, "put", "prices", "EURUSD", "2"));
    fails("board may not read /maps/orders", by(board, "get", "orders", "x"));
    fails("hello has no token", by(new String[] {"--tls-ca", ca}, "list"));
    fails("perhaps it wants TLS", by(new String[] {"--token-file", tokenFile.toString()}, "list"));
    // What is new in the file counts at once, and mistakes are told and change nothing.
    String before = Files.readString(tokens);
    Files.writeString(tokens, before.replace("subscribe", "subscrib"));
    await(() -> read(err).contains("board: verb is subscrib, expected read"));
    assertEquals(0, run(by(board, "get", "prices", "EURUSD")).code());
    Files.writeString(tokens, before.replace("CN=board", "CN=nobody"));
    await(() -> run(by(board, "get", "prices", "EURUSD")).code() == 1);
    processes.getFirst().destroy();
    assertTrue(processes.getFirst().waitFor(150, TimeUnit.SECONDS));
    assertEquals(0, processes.getFirst().exitValue());
    assertTrue(read(err).contains(": it does not encrypt"), read(err));
    assertEquals(3, read(err).lines().count(), read(err)); // a logger writes two for each
  }

  private interface Condition {
    boolean holds();
  }

  private static void await(Condition condition) {
    long deadline = System.nanoTime() + 60_000_000_000L;
    while (!condition.holds()) {
      assertTrue(System.nanoTime() < deadline, "waited in vain");
      LockSupport.parkNanos(10_000_000);
    }
  }

  private static void fails(String message, String... args) {
    Outcome outcome = run(args);
    assertEquals(1, outcome.code(), outcome.toString());
    assertTrue(outcome.err().contains(message), outcome.err());
  }

  @Test
  void tokensInTheClearAreWarnedOf() throws Exception {
    Path err = serve("--host", "0.0.0.0", "--tokens", tokens.toString());
    assertTrue(read(err).contains("can read the tokens; add --tls-cert"), read(err));
    String[] ada = {"--token-file", tokenFile.toString()};
    assertEquals(new Outcome(0, "", ""), run(by(ada, "list")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--open", "--insecure"})
  void anybodyMayConnectFromAnywhereWhereThatIsAllowed(String option) throws Exception {
    serve("--host", "0.0.0.0", option);
    String[] nobody = {};
    assertEquals(new Outcome(0, "", ""), run(by(nobody, "create", "prices")));
    assertEquals(new Outcome(0, "/maps/prices\n", ""), run(by(nobody, "list")));
    processes.getFirst().destroy();
    assertTrue(processes.getFirst().waitFor(150, TimeUnit.SECONDS));
    assertEquals(0, processes.getFirst().exitValue());
  }

  @Test
  void optionsThatDoNotGoTogetherAreRefusedBeforeAStoreIsMade() throws IOException {
    String data = folder.resolve("none").toString();
    String pem = certificates.file("server").toString();
    String key = certificates.key("server").toString();
    refuses(2, "belong together", "serve", "--data", data, "--tls-cert", pem);
    refuses(2, "--client-ca needs", "serve", "--data", data, "--client-ca", pem);
    refuses(
        2,
        "--client-cert-optional needs",
        "serve",
        "--data",
        data,
        "--tls-cert",
        pem,
        "--tls-key",
        key,
        "--client-cert-optional");
    refuses(2, "no limit x", "serve", "--data", data, "--limit", "x=1");
    refuses(1, "nothing.yaml", "serve", "--data", data, "--tokens", folder + "/nothing.yaml");
    refuses(1, "--tokens or --client-ca", "serve", "--data", data, "--host", "0.0.0.0");
    refuses(2, "belong together", "list", "--connect", "127.0.0.1:1", "--tls-cert", pem);
    assertFalse(Files.exists(Path.of(data)));
  }

  private static void refuses(int code, String message, String... args) {
    Outcome outcome = run(args);
    assertEquals(code, outcome.code(), outcome.toString());
    assertTrue(outcome.err().contains(message), outcome.err());
  }
}
