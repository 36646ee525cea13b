package io.vitrine.examples;

import io.vitrine.remote.cli.Main;
import org.jspecify.annotations.NullMarked;

/** The command line program with the demo among its commands. The way in of a process. */
@NullMarked
public final class VitrineMain {
  private VitrineMain() {}

  static void main(String[] args) {
    Main.main(args);
  }
}
