package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.MapSpec;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged map is told of to those alone who may read it, and keeps nobody from the others. */
class DamagedNeighbourTest {
  @TempDir Path root;

  @Test
  void listAndTopologyTellNothingOfWhatMayNotBeRead() throws Exception {
    try (Vitrine vitrine = Vitrine.open(root)) {
      vitrine.map("/maps/secret", MapSpec.of(String.class, String.class)).put("a", "b");
      vitrine.map("/maps/open", MapSpec.of(String.class, String.class)).put("a", "b");
    }
    try (var file = FileChannel.open(root.resolve("maps/secret.vtr"), StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(64), 0);
    }
    try (Vitrine vitrine = Vitrine.open(root);
        VitrineServer server =
            VitrineServer.start(
                vitrine,
                ServerOptions.DEFAULT.withSecurity(
                    token -> token,
                    (who, path, _) -> who.equals("ada") || !path.equals("/maps/secret")))) {
      try (Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
        nc.type("--- !!meta-data\n--- !!data\nhello: {token: bob}\n...\n");
        nc.read();
        String list = nc.ask("/", 1, "list: []");
        assertTrue(list.contains("/maps/open"), list);
        assertFalse(list.contains("secret"), list);
        nc.send("/", 2L, "subscribe: []");
        String first = nc.readText();
        assertTrue(first.contains("/maps/open"), first);
        assertFalse(first.contains("secret"), first);
      }
      try (Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
        nc.type("--- !!meta-data\n--- !!data\nhello: {token: ada}\n...\n");
        nc.read();
        String list = nc.ask("/", 1, "list: []");
        assertTrue(list.contains("/maps/open") && list.contains("/maps/secret"), list);
        String told = nc.ask("/", 2, "describe: /maps/secret");
        assertTrue(told.contains("Corrupt"), told);
      }
    }
  }
}
