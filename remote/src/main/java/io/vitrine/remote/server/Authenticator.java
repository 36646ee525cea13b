package io.vitrine.remote.server;

import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Finds out who a client is. Safe for any number of threads. What is compared with a secret must be
 * compared in constant time ({@link java.security.MessageDigest#isEqual}).
 */
@FunctionalInterface
public interface Authenticator {
  /**
   * Looks at the token of a {@code hello}.
   *
   * @param token what the client sent, null for nothing
   * @return the name of the principal, null if the token is not good
   */
  @Nullable String principalOf(@Nullable String token);

  /**
   * Looks at the token of a {@code hello} and at the certificate that the client showed.
   *
   * @param token what the client sent, null for nothing
   * @param certificate whom the certificate names, which is one of an authority that the server
   *     trusts; null where the client showed none
   * @return the name of the principal, null if neither is good
   */
  default @Nullable String principalOf(
      @Nullable String token, @Nullable X500Principal certificate) {
    return principalOf(token);
  }
}
