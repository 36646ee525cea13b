package io.vitrine.remote.client;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a client encrypts its connection (TLS 1.2 and 1.3). The name or address that it connects to
 * must be one of those in the server's certificate. Immutable; the files are read when it connects
 * for the first time.
 *
 * @param ca PEM file of the authorities that the server's certificate may be of, null for those
 *     that the JVM trusts
 * @param certificate PEM file of the certificate that shows who the client is, null for none
 * @param key PEM file of its private key (PKCS#8, without password), null for none
 */
public record ClientTls(@Nullable Path ca, @Nullable Path certificate, @Nullable Path key) {
  /** Trusts the authorities that the JVM trusts, and shows no certificate. */
  public static final ClientTls DEFAULT = new ClientTls(null, null, null);

  /** Checks that a certificate comes with its key. */
  public ClientTls {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException(
          "there is a " + (key == null ? "certificate without key" : "key without certificate"));
    }
  }

  /**
   * Trusts one authority, or one server, and no other.
   *
   * @param file PEM file of its certificate
   * @return how a client encrypts
   */
  public static ClientTls trusting(Path file) {
    return new ClientTls(file, null, null);
  }

  /**
   * The same with a certificate that shows who the client is.
   *
   * @param file PEM file of the certificate
   * @param privateKey PEM file of its private key
   * @return how a client encrypts
   */
  public ClientTls withCertificate(Path file, Path privateKey) {
    return new ClientTls(ca, file, privateKey);
  }

  /** Reads the files. */
  SslContext context() throws IOException {
    for (Path file : Stream.of(ca, certificate, key).filter(Objects::nonNull).toList()) {
      if (!Files.isReadable(file)) {
        String why = Files.exists(file) ? " may not be read" : " is not there";
        throw new IOException(file + why + ", expected a PEM file");
      }
    }
    try {
      SslContextBuilder builder =
          SslContextBuilder.forClient()
              .sslProvider(SslProvider.JDK)
              .protocols("TLSv1.3", "TLSv1.2")
              .endpointIdentificationAlgorithm("HTTPS");
      if (ca != null) {
        builder.trustManager(ca.toFile());
      }
      if (certificate != null && key != null) {
        builder.keyManager(certificate.toFile(), key.toFile());
      }
      return builder.build();
    } catch (IOException | RuntimeException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IOException(
          "cannot use the certificates of "
              + this
              + ": "
              + cause.getMessage()
              + "; expected PEM files, the key as PKCS#8 without password",
          e);
    }
  }
}
