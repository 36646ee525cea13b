package io.vitrine.remote.server;

/** A class that nobody uses, so whoever loads it has been told its name by a message. */
public final class Canary {
  private Canary() {}
}
