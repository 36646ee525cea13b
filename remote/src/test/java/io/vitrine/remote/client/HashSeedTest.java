package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.ElementSpec;
import io.vitrine.collections.MapSpec;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import io.vitrine.remote.cli.Main;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.TokenFile;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The seed of a hash is a secret: it goes to nobody but those who may create and drop. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class HashSeedTest {
  private static final long SEED = 7_700_077;
  private static final HashStrategy SIPHASH = HashStrategies.siphash(SEED);

  @TempDir private Path folder;
  private Vitrine vitrine;
  private TokenFile tokens;
  private VitrineServer server;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory(new TypeRegistry());
    vitrine.map("/maps/a", MapSpec.of(String.class, Long.class).withHash(SIPHASH)).put("key", 1L);
    vitrine.set("/sets/a", ElementSpec.of(String.class).withHash(SIPHASH));
    Path file =
        Files.writeString(
            folder.resolve("tokens.yaml"),
            "user: "
                + entry("one", "[read, write, visit, subscribe]")
                + "operator: "
                + entry("two", "all"));
    tokens = TokenFile.open(file);
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT.withSecurity(tokens, tokens));
  }

  private static String entry(String token, String may) {
    return "{token: \"" + TokenFile.hashOf(token) + "\", may: {\"*\": " + may + "}}\n";
  }

  @AfterEach
  void stop() {
    server.close();
    tokens.close();
    vitrine.close();
  }

  private VitrineClient client(String token, WireEncoding encoding) throws IOException {
    return VitrineClient.connect(
        "127.0.0.1",
        server.address().getPort(),
        new TypeRegistry(),
        ClientOptions.DEFAULT.withToken(token).withEncoding(encoding));
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void shouldBeKeptFromWhoMayReadAndWriteOnly(WireEncoding encoding) throws IOException {
    try (var user = client("one", encoding);
        var operator = client("two", encoding)) {
      for (String path : new String[] {"/maps/a", "/sets/a"}) {
        assertEquals("siphash", user.describe(path).hash());
        assertNull(user.describe(path).hashSeed(), path);
        assertEquals(SEED, operator.describe(path).hashSeed(), path);
        assertEquals(SEED, vitrine.describe(path).hashSeed(), path);
      }
      // Who is not told the seed uses the map all the same.
      var spec = MapSpec.of(String.class, Long.class).withHash(HashStrategies.siphash());
      assertEquals(1L, user.map("/maps/a", spec).get("key"));
    }
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void shouldBeThatOfTheSpecWhereAClientCreates(WireEncoding encoding) throws IOException {
    var words = MapSpec.of(String.class, Long.class);
    try (var operator = client("two", encoding)) {
      operator.map("/maps/seeded", words.withHash(HashStrategies.rapid(42))).put("key", 2L);
      operator.map("/maps/secret", words.withHash(SIPHASH)).put("key", 2L);
      operator.set("/sets/seeded", ElementSpec.of(String.class).withHash(HashStrategies.xxh3(9)));
      assertEquals(42, vitrine.describe("/maps/seeded").hashSeed());
      assertEquals(SEED, vitrine.describe("/maps/secret").hashSeed());
      assertEquals(9, vitrine.describe("/sets/seeded").hashSeed());
      // The server draws its own where any will do.
      HashStrategy drawn = HashStrategies.siphash();
      operator.map("/maps/drawn", words.withHash(drawn)).put("key", 2L);
      assertNotEquals(drawn.seed(), vitrine.describe("/maps/drawn").hashSeed());
      assertNotEquals(0, vitrine.describe("/maps/drawn").hashSeed());
    }
  }

  @Test
  void shouldNotBePrintedToWhoMayReadAndWriteOnly() throws IOException {
    String user = described("one");
    assertTrue(user.contains("\nhash: siphash\n"), user);
    assertFalse(user.contains("hashSeed"), user);
    assertFalse(user.contains(Long.toString(SEED)), user);
    assertTrue(described("two").contains("\nhashSeed: " + SEED + "\n"), described("two"));
  }

  private String described(String token) throws IOException {
    Path file = Files.writeString(folder.resolve("token"), token);
    String where = "127.0.0.1:" + server.address().getPort();
    var out = new StringWriter();
    var err = new StringWriter();
    int code =
        Main.run(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            "describe",
            "--connect",
            where,
            "--token-file",
            file.toString(),
            "a");
    assertEquals(0, code, err::toString);
    assertNotNull(out.toString());
    return out.toString();
  }
}
