package io.vitrine.remote.cli;

import io.vitrine.remote.server.Authorizer;
import io.vitrine.remote.server.ServerLimits;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.ServerTls;
import io.vitrine.remote.server.TokenFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say who may do what at a server, and how much of it. */
final class ServeSecurity {
  @Option(
      names = {"--open", "--insecure"},
      description = "Listen at an address that is not loopback although anybody may then connect.")
  private boolean open;

  @Option(
      names = "--tokens",
      paramLabel = "FILE",
      description =
          "Clients must show who they are, with a token or a certificate, and may do what this file"
              + " says; it is read again when it changes. See docs/wire.md, Security.")
  private @Nullable Path tokens;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "Encrypt connections; PEM file of the server's certificate.")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "PEM file of the private key to --tls-cert, as PKCS#8 without password.")
  private @Nullable Path key;

  @Option(
      names = "--client-ca",
      paramLabel = "FILE",
      description = "Only clients with a certificate of an authority in this PEM file may connect.")
  private @Nullable Path clientCa;

  @Option(
      names = "--client-cert-optional",
      description = "With --client-ca and --tokens: a token will do in place of a certificate.")
  private boolean clientOptional;

  @Option(
      names = "--limit",
      paramLabel = "NAME=VALUE",
      description = "Another limit, for example --limit connections=100; see docs/wire.md, Limits.")
  private Map<String, Long> limits = new LinkedHashMap<>();

  /** Refuses what does not belong together or is not there, before anything is made. */
  void check() throws IOException {
    if ((certificate == null) != (key == null)) {
      throw new UsageException("--tls-cert and --tls-key belong together");
    }
    if (clientCa != null && certificate == null) {
      throw new UsageException("--client-ca needs --tls-cert and --tls-key");
    }
    if (clientOptional && (clientCa == null || tokens == null)) {
      throw new UsageException("--client-cert-optional needs --client-ca and --tokens");
    }
    for (Path file : Arrays.asList(tokens, certificate, key, clientCa)) {
      if (file != null && !Files.isReadable(file)) {
        throw new IOException(file + " is no file that can be read");
      }
    }
    var _ = limits(ServerLimits.DEFAULT);
  }

  /** Whether clients must show who they are, or the user wants that anybody may connect. */
  boolean mayBindAnywhere() {
    return open || tokens != null || clientCa != null;
  }

  /** Opens the file of tokens, null for none. */
  @Nullable TokenFile tokens(PrintWriter err) throws IOException {
    if (tokens == null) {
      return null;
    }
    TokenFile file = TokenFile.open(tokens);
    file.watch(e -> {
      err.println("vitrine serve: " + e.getMessage() + "; what it said before stays in force");
      err.flush();
    });
    return file;
  }

  ServerOptions apply(ServerOptions options, @Nullable TokenFile file) {
    ServerOptions result = open ? options.withOpenBind() : options;
    result = result.withLimits(limits(result.limits()));
    if (file != null) {
      result = result.withSecurity(file, file);
    } else if (clientCa != null) {
      result = result.withSecurity(new CertificateNames(), Authorizer.ALLOW_ALL);
    }
    if (certificate != null && key != null) {
      var tls = new ServerTls(certificate, key);
      result = result.withTls(clientCa == null ? tls : tls.withClients(clientCa, clientOptional));
    }
    return result;
  }

  /** The limits that the server will have. */
  ServerLimits limits(ServerLimits standard) {
    ServerLimits wanted = standard;
    try {
      for (Map.Entry<String, Long> limit : limits.entrySet()) {
        wanted = wanted.with(limit.getKey(), limit.getValue());
      }
    } catch (IllegalArgumentException e) {
      throw new UsageException("--limit: " + e.getMessage());
    }
    return wanted;
  }

  /** Whether tokens would travel so that others on the network can read them. */
  boolean isTokenReadable(boolean loopback) {
    return tokens != null && certificate == null && !loopback;
  }
}
