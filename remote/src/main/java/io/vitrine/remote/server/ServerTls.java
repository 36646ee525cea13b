package io.vitrine.remote.server;

import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Certificates of a server whose connections are encrypted (TLS 1.2 and 1.3). Immutable. The server
 * reads the files when it starts, and again when they change: connections from then on get what
 * they say, and those that are there keep what they have.
 *
 * @param certificate PEM file of the server's certificate and those between it and its authority
 * @param key PEM file of its private key (PKCS#8, without password)
 * @param clientCa PEM file of the authorities whose certificates clients may show, null where they
 *     are not asked for one
 * @param clientOptional whether clients without a certificate may connect, too
 */
public record ServerTls(
    Path certificate, Path key, @Nullable Path clientCa, boolean clientOptional) {
  /** Checks that there are files. */
  public ServerTls {
    Objects.requireNonNull(certificate, "certificate");
    Objects.requireNonNull(key, "key");
  }

  /**
   * A server that shows a certificate and asks for none.
   *
   * @param certificate PEM file of the server's certificate
   * @param key PEM file of its private key
   */
  public ServerTls(Path certificate, Path key) {
    this(certificate, key, null, false);
  }

  /**
   * The same for clients that show who they are with a certificate.
   *
   * @param authorities PEM file of the authorities that clients' certificates are of
   * @param optional whether clients without one may connect, too
   * @return new certificates
   */
  public ServerTls withClients(Path authorities, boolean optional) {
    return new ServerTls(certificate, key, authorities, optional);
  }

  /**
   * Whether only clients with a certificate may connect.
   *
   * @return false where anybody may
   */
  public boolean isClientRequired() {
    return clientCa != null && !clientOptional;
  }
}
