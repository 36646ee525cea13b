package io.vitrine.remote.server;

import org.jspecify.annotations.Nullable;

/** Decides before every effect and every event. Safe for any number of threads; must not block. */
@FunctionalInterface
public interface Authorizer {
  /** Lets everybody do everything. */
  Authorizer ALLOW_ALL = (_, _, _) -> true;

  /**
   * Decides.
   *
   * @param principal who asks, null where nobody had to say
   * @param path the collection, or {@code /} for the catalogue
   * @param verb what it is about
   * @return whether it is permitted
   */
  boolean authorize(@Nullable String principal, String path, Verb verb);
}
