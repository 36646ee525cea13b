package io.vitrine.remote.server;

import org.jspecify.annotations.Nullable;

/** Finds out who a client is. Safe for any number of threads. */
@FunctionalInterface
public interface Authenticator {
  /**
   * Looks at the token of a {@code hello}.
   *
   * @param token what the client sent, null for nothing
   * @return the name of the principal, null if the token is not good
   */
  @Nullable String principalOf(@Nullable String token);
}
