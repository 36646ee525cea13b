package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Await;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.LinkedBlockingQueue;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may do what, as a file says it. */
class TokenFileTest {
  @TempDir private Path folder;
  private long millis = 1_000;

  /** Writes the file with another time than before, as an editor does. */
  private Path write(String text) throws IOException {
    Path file = folder.resolve("tokens.yaml");
    Path fresh = Files.writeString(folder.resolve("fresh"), text);
    Files.setLastModifiedTime(fresh, FileTime.fromMillis(millis++));
    return Files.move(fresh, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);
  }

  private static String entry(String name, String token, String may) {
    return name + ": {token: " + TokenFile.hashOf(token) + ", may: " + may + "}\n";
  }

  @Test
  void permissionsGoByPathAndVerb() throws IOException {
    Path file =
        write(
            entry("ada", "one", "{/maps/prices*: [read, subscribe], /maps/orders: write}")
                + entry("root", "two", "{\"*\": all}"));
    try (TokenFile tokens = TokenFile.open(file)) {
      assertEquals("ada", tokens.principalOf("one"));
      assertEquals("root", tokens.principalOf("two"));
      assertNull(tokens.principalOf("three"));
      assertNull(tokens.principalOf(null));
      assertTrue(tokens.authorize("ada", "/maps/prices", Verb.READ));
      assertTrue(tokens.authorize("ada", "/maps/prices-eu/x", Verb.SUBSCRIBE));
      assertFalse(tokens.authorize("ada", "/maps/prices", Verb.WRITE));
      assertFalse(tokens.authorize("ada", "/maps/price", Verb.READ));
      assertTrue(tokens.authorize("ada", "/maps/orders", Verb.WRITE));
      assertFalse(tokens.authorize("ada", "/maps/orders/1", Verb.WRITE));
      for (Verb verb : Verb.values()) {
        assertTrue(tokens.authorize("root", "/sets/any", verb));
        assertFalse(tokens.authorize("nobody", "/sets/any", verb));
        assertFalse(tokens.authorize(null, "/sets/any", verb));
      }
    }
  }

  @Test
  void certificatesNamePrincipalsToo() throws IOException {
    Path file =
        write(
            "board: {certificate: [\"CN=board, O=Example\", CN=old], may: {\"*\": read}}\n"
                + entry("ada", "one", "{}"));
    try (TokenFile tokens = TokenFile.open(file)) {
      var board = new X500Principal("CN=board,O=Example");
      assertEquals("board", tokens.principalOf(null, board));
      assertEquals("board", tokens.principalOf(null, new X500Principal("CN=old")));
      assertNull(tokens.principalOf(null, new X500Principal("CN=board")));
      assertEquals("ada", tokens.principalOf("one", board));
      // A token that is not good is no way to be somebody after all.
      assertNull(tokens.principalOf("wrong", board));
    }
  }

  @Test
  void tokensAreNotKept() throws IOException {
    String token = TokenFile.newToken();
    assertEquals(43, token.length());
    assertNotEquals(token, TokenFile.newToken());
    assertNotEquals(TokenFile.hashOf(token), TokenFile.hashOf(token));
    assertFalse(TokenFile.hashOf(token).contains(token));
    try (TokenFile tokens = TokenFile.open(write(entry("ada", token, "{}")))) {
      assertEquals("ada", tokens.principalOf(token));
      assertNull(tokens.principalOf(TokenFile.hashOf(token)));
    }
  }

  @Test
  void changesCountAtOnceAndMistakesChangeNothing() throws IOException {
    Path file = write(entry("ada", "one", "{\"*\": read}"));
    try (TokenFile tokens = TokenFile.open(file)) {
      assertFalse(tokens.refresh());
      write(entry("ada", "one", "{\"*\": write}"));
      assertTrue(tokens.refresh());
      assertFalse(tokens.authorize("ada", "/maps/p", Verb.READ));
      assertTrue(tokens.authorize("ada", "/maps/p", Verb.WRITE));
      write("ada: {may: {\"*\": [raed]}, token: " + TokenFile.hashOf("one") + "}\n");
      var e = assertThrows(IOException.class, tokens::refresh);
      assertTrue(
          e.getMessage().contains("ada: verb is raed, expected read, write, visit"),
          e.getMessage());
      assertTrue(tokens.authorize("ada", "/maps/p", Verb.WRITE));
      write(entry("bob", "two", "{\"*\": read}"));
      assertTrue(tokens.refresh());
      assertNull(tokens.principalOf("one"));
      assertFalse(tokens.authorize("ada", "/maps/p", Verb.WRITE));
    }
  }

  /** Who rewrites the file in place empties it first, which is a file without principals. */
  @Test
  void whatIsSeenHalfWrittenCountsNotYet() throws IOException {
    Path file = write(entry("ada", "one", "{}"));
    try (TokenFile tokens = TokenFile.open(file)) {
      assertFalse(tokens.refreshWhenStill());
      rewrite(file, "");
      assertFalse(tokens.refreshWhenStill());
      assertEquals("ada", tokens.principalOf("one"));
      rewrite(file, entry("ada", "two", "{}"));
      assertFalse(tokens.refreshWhenStill());
      assertEquals("ada", tokens.principalOf("one"));
      assertTrue(tokens.refreshWhenStill());
      assertNull(tokens.principalOf("one"));
      assertEquals("ada", tokens.principalOf("two"));
      assertFalse(tokens.refreshWhenStill());
      rewrite(file, "");
      assertFalse(tokens.refreshWhenStill());
      assertTrue(tokens.refreshWhenStill(), "a file that stays empty says that there is nobody");
      assertNull(tokens.principalOf("two"));
    }
  }

  private void rewrite(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setLastModifiedTime(file, FileTime.fromMillis(millis++));
  }

  /** Whoever corrects the file is heard, whatever came of it before. */
  @Test
  void nothingEndsTheWatching() throws IOException {
    Path file = write(entry("ada", "one", "{}"));
    var told = new LinkedBlockingQueue<String>();
    try (TokenFile tokens = TokenFile.open(file)) {
      tokens.watch(e -> {
        told.add(e.getMessage());
        throw new IllegalStateException("made by a test");
      });
      write("ada: {~: x, may: {}}\n");
      Await.until(() -> told.toString().contains("ada: there is no field null"), told::toString);
      try (var large = new RandomAccessFile(file.toFile(), "rw")) {
        large.setLength(3L << 30); // more than an array takes: an OutOfMemoryError
      }
      Await.until(() -> told.toString().contains("OutOfMemoryError"), told::toString);
      assertEquals("ada", tokens.principalOf("one"));
      write(entry("ada", "two", "{}"));
      Await.until(() -> "ada".equals(tokens.principalOf("two")), told::toString);
      assertEquals(2, told.size(), "told once for each change: " + told);
    }
  }

  @Test
  void mistakesAreNamed() throws IOException {
    says("no map", "- ada\n");
    says("ada is no map", "ada: 5\n");
    says("ada: there is no field tokens", "ada: {tokens: x, may: {}}\n");
    says("ada: there is no field null", "ada: {~: x, certificate: CN=a, may: {}}\n");
    says("ada: there is no field null", "ada:\n  certificate: CN=a\n  ? \n  : [read]\n");
    says("ada: path is null", "ada: {certificate: CN=a, may: {~: read}}\n");
    says("ada: verb is null", "ada: {certificate: CN=a, may: {/maps/p: [~]}}\n");
    says("ada: token is no hash", "ada: {token: secret, may: {}}\n");
    says("ada: token is no hash", "ada: {token: \"sha256:00:zz\", may: {}}\n");
    says("neither token nor certificate", "ada: {may: {}}\n");
    says("ada: may is no map", "ada: {certificate: CN=a}\n");
    says("ada: path is maps/p", "ada: {certificate: CN=a, may: {maps/p: read}}\n");
    says("ada: path is /m*ps/p", "ada: {certificate: CN=a, may: {/m*ps/p: read}}\n");
    says("ada: ", "ada: {certificate: nonsense, may: {}}\n");
    says(
        "1 is there twice",
        "1: {certificate: CN=a, may: {}}\n\"1\": {certificate: CN=b, may: {}}\n");
    says("line 2", "ada: [\n");
  }

  private void says(String message, String text) throws IOException {
    Path file = write(text);
    var e = assertThrows(IOException.class, () -> TokenFile.open(file).close(), text);
    assertTrue(e.getMessage().contains(message), e.getMessage());
    assertTrue(e.getMessage().startsWith(file.toString()), e.getMessage());
  }
}
