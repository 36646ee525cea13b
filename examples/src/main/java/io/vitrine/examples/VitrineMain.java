package io.vitrine.examples;

import io.vitrine.remote.cli.Main;

/** The command line program with the demo among its commands. The way in of a process. */
public final class VitrineMain {
  private VitrineMain() {}

  static void main(String[] args) {
    Main.main(args);
  }
}
