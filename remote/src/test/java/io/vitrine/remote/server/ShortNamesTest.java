package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A name without a slash is short for a map, in all events of the catalogue. */
class ShortNamesTest {
  @Test
  void nameMaps() throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.type("--- !!meta-data\n--- !!data\nhello: {}\n...\n");
      nc.read();
      String created = nc.ask("/", 1, "create: [prices, {key: string, value: long}]");
      assertTrue(created.contains("reply"), created);
      assertEquals(List.of("/maps/prices"), vitrine.list(""));
      String described = nc.ask("/", 2, "describe: prices");
      assertTrue(described.contains("/maps/prices"), described);
      String plain = nc.ask("/", 3, "create: other");
      assertTrue(plain.contains("reply"), plain);
      String refused = nc.ask("/", 4, "create: /other/prices");
      assertTrue(refused.contains("BadArgument"), refused);
      String dropped = nc.ask("/", 5, "drop: prices");
      assertTrue(dropped.contains("true"), dropped);
      assertEquals(List.of("/maps/other"), vitrine.list(""));
    }
  }
}
