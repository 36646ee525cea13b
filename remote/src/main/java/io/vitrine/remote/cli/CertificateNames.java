package io.vitrine.remote.cli;

import io.vitrine.remote.server.Authenticator;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** Calls clients what their certificates call them. Stateless. */
final class CertificateNames implements Authenticator {
  @Override
  public @Nullable String principalOf(@Nullable String token) {
    return null;
  }

  @Override
  public @Nullable String principalOf(@Nullable String token, @Nullable X500Principal certificate) {
    return certificate == null ? null : certificate.getName();
  }
}
