package io.vitrine.torture.subscribe;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.store.ChildJvm;
import java.io.IOException;
import java.nio.file.Path;

/** A process that serves the store until it is killed. The way in of a process. */
final class ServerProcess {
  private ServerProcess() {}

  /** Arguments: folder of the store. Prints the port. */
  static void main(String[] arguments) throws IOException, InterruptedException {
    ChildJvm.endWithParent();
    Vitrine vitrine = Vitrine.open(Path.of(arguments[0]), new TypeRegistry(), Places.OPTIONS);
    VitrineServer server =
        VitrineServer.start(vitrine, ServerOptions.DEFAULT.withAddress("127.0.0.1", 0));
    System.out.println(server.address().getPort());
    Thread.currentThread().join();
  }
}
