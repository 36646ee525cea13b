package io.vitrine.remote.cli;

import io.vitrine.remote.client.ClientOptions;
import io.vitrine.remote.client.ClientTls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options that say how a command connects to a server and who it is. */
final class ConnectOptions {
  private static final String TOKEN_VARIABLE = "VITRINE_TOKEN";

  @Option(
      names = "--tls",
      description = "Encrypt the connection; trust the authorities that the JVM trusts.")
  private boolean tls;

  @Option(
      names = "--tls-ca",
      paramLabel = "FILE",
      description = "Encrypt the connection; trust the authorities in this PEM file only.")
  private @Nullable Path ca;

  @Option(
      names = "--tls-cert",
      paramLabel = "FILE",
      description = "PEM file of the certificate that shows who you are.")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "PEM file of the private key to --tls-cert.")
  private @Nullable Path key;

  @Option(
      names = "--token-file",
      paramLabel = "FILE",
      description =
          "File with the token that shows who you are, so that no list of processes shows it;"
              + " otherwise the environment variable "
              + TOKEN_VARIABLE
              + " is taken.")
  private @Nullable Path tokenFile;

  ClientOptions options() throws IOException {
    ClientOptions options = ClientOptions.DEFAULT;
    if ((certificate == null) != (key == null)) {
      throw new UsageException("--tls-cert and --tls-key belong together");
    }
    if (tls || ca != null || certificate != null) {
      options = options.withTls(new ClientTls(ca, certificate, key));
    }
    String token =
        tokenFile == null ? System.getenv(TOKEN_VARIABLE) : Files.readString(tokenFile).strip();
    return token == null || token.isEmpty() ? options : options.withToken(token);
  }
}
