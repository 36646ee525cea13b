package io.vitrine.remote.client;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.nio.file.Files;
import java.nio.file.Path;

/** Authorities and certificates that a test makes for itself, as PEM files in a folder. */
public final class Certificates {
  private final Path folder;

  /**
   * Creates none yet.
   *
   * @param folder where the files go
   */
  public Certificates(Path folder) {
    this.folder = folder;
  }

  /** An authority, in {@code NAME.pem}. */
  public X509Bundle authority(String name) throws Exception {
    X509Bundle bundle =
        new CertificateBuilder()
            .subject("CN=" + name)
            .setIsCertificateAuthority(true)
            .ecp256()
            .buildSelfSigned();
    Files.writeString(file(name), bundle.getRootCertificatePEM());
    return bundle;
  }

  /** A certificate for 127.0.0.1, in {@code NAME.pem} with {@code NAME.key}. */
  public void server(String name, X509Bundle authority) throws Exception {
    write(
        name,
        new CertificateBuilder()
            .subject("CN=" + name)
            .addSanIpAddress("127.0.0.1")
            .addExtendedKeyUsageServerAuth()
            .ecp256()
            .buildIssuedBy(authority));
  }

  /** A certificate of a client, in {@code NAME.pem} with {@code NAME.key}. */
  public void client(String name, X509Bundle authority) throws Exception {
    write(
        name,
        new CertificateBuilder()
            .subject("CN=" + name)
            .addExtendedKeyUsageClientAuth()
            .ecp256()
            .buildIssuedBy(authority));
  }

  private void write(String name, X509Bundle bundle) throws Exception {
    Files.writeString(file(name), bundle.getCertificatePathPEM());
    Files.writeString(key(name), bundle.getPrivateKeyPEM());
  }

  /** Certificate of a name. */
  public Path file(String name) {
    return folder.resolve(name + ".pem");
  }

  /** Private key of a name. */
  public Path key(String name) {
    return folder.resolve(name + ".key");
  }
}
