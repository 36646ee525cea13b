package io.vitrine.examples;

import io.vitrine.examples.demo.DemoCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The command line program with the demo among its commands. The way in of a process. */
@Command(name = "vitrine", mixinStandardHelpOptions = true)
public final class VitrineMain {
  private VitrineMain() {}

  static void main(String[] args) {
    System.exit(new CommandLine(new VitrineMain()).addSubcommand(new DemoCommand()).execute(args));
  }
}
