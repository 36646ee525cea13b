package io.vitrine.examples.demo;

import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;

/** The process that serves the store. Started by the demo. */
final class ServerProcess {
  private ServerProcess() {}

  static void main(String[] args) throws Exception {
    Parent.run(parent -> {
      try (var vitrine = Airports.attach(args[0]);
          var server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
        Airports.map(vitrine);
        parent.tell("ready", server.address().getPort());
        parent.await("stop");
      }
    });
  }
}
