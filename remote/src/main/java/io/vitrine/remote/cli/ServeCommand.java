package io.vitrine.remote.cli;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.server.WebOptions;
import io.vitrine.remote.wire.FileRecorder;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.store.CompactOptions;
import io.vitrine.store.Durability;
import io.vitrine.store.StoreOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Serves a folder until the process is told to stop. */
@Command(
    name = "serve",
    description = "Serve the collections of a folder until SIGTERM or Ctrl-C.",
    mixinStandardHelpOptions = true)
final class ServeCommand implements Callable<Integer> {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "The folder; a store is made where there is none.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path data;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "7411",
      description = "0 for one that is free; ${DEFAULT-VALUE}.")
  private int port = ServerOptions.DEFAULT_PORT;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      defaultValue = "127.0.0.1",
      description = "Address to listen at; ${DEFAULT-VALUE}.")
  private String host = "127.0.0.1";

  @Mixin
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private ServeSecurity security;

  @Option(
      names = "--durability",
      paramLabel = "KIND",
      defaultValue = "process",
      description =
          "What has become of a change when it is acknowledged: process (it survives the death of"
              + " every process), async:100ms (at most so much is lost with the power), sync (it is"
              + " on disk); ${DEFAULT-VALUE}.")
  private String durability = "process";

  @Option(
      names = "--compact",
      paramLabel = "SHARE",
      defaultValue = "0.5",
      description =
          "Give a map a smaller file, in the background, where more than this share and 64 MiB of"
              + " it are free; from 0 to 1, or off; ${DEFAULT-VALUE}.")
  private String compact = "0.5";

  @Option(
      names = "--record",
      paramLabel = "FILE",
      description =
          "Append every message to this file, secrets masked: as text, or in binary if its name"
              + " ends with .cbor; see wire convert.")
  private @Nullable Path record;

  @Option(
      names = "--allow-origin",
      split = ",",
      paramLabel = "ORIGIN",
      description =
          "Let pages from there connect from a browser, besides those of --page: for example"
              + " https://example.org; * for all there are, null for files.")
  private Set<String> origins = new LinkedHashSet<>();

  @Option(
      names = "--busy-poll",
      description =
          "Look for what comes all the time in place of sleeping: faster answers, and a processor"
              + " that is never idle.")
  private boolean busyPoll;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description =
          "Answer http://HOST:PORT/ with this page, which may connect; for example"
              + " examples/browser/map.html.")
  private @Nullable Path page;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Override
  public Integer call() throws Exception {
    if (port < 0 || port > 65_535) {
      throw new UsageException("--port is " + port + ", expected 0 to 65535");
    }
    ServerOptions options = ServerOptions.DEFAULT.withAddress(host, port);
    options = options.withCompaction(compaction()).withWeb(web()).withBusyPoll(busyPoll);
    security.check();
    StoreOptions storeOptions = StoreOptions.defaults().withDurability(durability());
    checkAddress();
    FrameLimits frames = security.limits(options.limits()).frame();
    PrintWriter out = spec.commandLine().getOut();
    try (var shutdown = new Shutdown();
        var tokens = security.tokens(spec.commandLine().getErr());
        var recorder = record == null ? null : FileRecorder.open(record, frames);
        Vitrine vitrine = Vitrine.open(data, Target.types(), storeOptions);
        var server =
            VitrineServer.start(
                vitrine,
                security.apply(
                    recorder == null ? options : options.withRecorder(recorder), tokens))) {
      InetSocketAddress address = server.address();
      out.println("listening on " + host + ":" + address.getPort());
      out.flush();
      shutdown.await();
    }
    return 0;
  }

  private WebOptions web() throws IOException {
    String html;
    try {
      html = page == null ? null : Files.readString(page);
    } catch (IOException e) {
      throw new IOException("--page is " + page + ", which cannot be read: " + e.getMessage(), e);
    }
    try {
      return new WebOptions(origins, html);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--allow-origin: " + e.getMessage());
    }
  }

  private Durability durability() {
    try {
      return Durability.parse(durability);
    } catch (IllegalArgumentException e) {
      String why = String.valueOf(e.getMessage());
      String start = "durability is ";
      throw new UsageException(
          "--" + (why.startsWith(start) ? why : start + durability + ", whose " + why));
    }
  }

  private @Nullable CompactOptions compaction() {
    if (compact.equals("off")) {
      return null;
    }
    try {
      return CompactOptions.defaults().withFreeShareMin(Double.parseDouble(compact));
    } catch (IllegalArgumentException e) {
      throw new UsageException("--compact is " + compact + ", expected off or 0 to 1");
    }
  }

  /** Refuses an address that will not do before a store is made: then nothing is left behind. */
  private void checkAddress() throws IOException {
    InetAddress address;
    try {
      address = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new IOException(
          "--host is " + host + ", which no name service knows; expected an address of here", e);
    }
    if (!address.isLoopbackAddress() && !security.mayBindAnywhere()) {
      throw new IllegalArgumentException(
          "--host is "
              + host
              + ", which is not loopback, and clients need not say who they are; add --tokens or"
              + " --client-ca, or --open to let anybody connect");
    }
    if (security.isTokenReadable(address.isLoopbackAddress())) {
      spec.commandLine()
          .getErr()
          .println(
              "vitrine serve: whoever listens on the network can read the tokens; add --tls-cert"
                  + " and --tls-key");
    }
    try (var probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(address, port));
    } catch (IOException e) {
      throw new IOException("cannot listen on " + host + ":" + port + ": " + e.getMessage(), e);
    }
  }
}
