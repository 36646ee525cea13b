package io.vitrine.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of the README, each run as a user would: in a JVM of its own. */
@Timeout(300)
class ExamplesTest {
  @TempDir Path folder;

  @Test
  void jvmsShareAnEmbeddedMap() throws Exception {
    Jvm one = Jvm.start(EmbedAndShare.class, folder);
    Jvm other = Jvm.start(EmbedAndShare.class, folder);
    String both = one.output() + other.output();
    assertTrue(both.contains("all: 2000\n"), both);
    try (Vitrine vitrine = Vitrine.open(folder)) {
      var counts = vitrine.map("/maps/counts", String.class, Long.class);
      assertEquals(3, counts.size(), both);
      assertEquals(1_000L, counts.get("process " + one.process().pid()));
      assertEquals(1_000L, counts.get("process " + other.process().pid()));
    }
  }

  @Test
  void aSubscriberElsewhereSeesStateThenChanges() throws Exception {
    try (Vitrine vitrine = Vitrine.open(folder);
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      var prices = vitrine.map("/maps/prices", String.class, Double.class);
      prices.put("gold", 101.5);
      prices.put("tin", 30.0);
      Jvm watcher = Jvm.start(SubscribeFromElsewhere.class, server.address().getPort(), 5);
      var lines = watcher.process().inputReader();
      assertEquals("gold is 101.5", lines.readLine());
      prices.put("tin", 31.0);
      prices.put("gold", 102.0);
      prices.put("tin", 100.25);
      prices.put("gold", 99.0);
      prices.remove("tin");
      List<String> changes =
          List.of(
              "gold goes from 101.5 to 102.0",
              "tin comes in at 100.25",
              "gold leaves, it was 102.0",
              "tin leaves, it was 100.25");
      for (String change : changes) {
        assertEquals(change, lines.readLine());
      }
      assertEquals("", watcher.output());
    }
  }

  @Test
  void aVisitorIsAppliedWhereTheEntryLives() throws Exception {
    assertEquals(
        """
        alice has 70
        refused: Withdraw failed: balance is 70, wanted 500
        alice has 70
        """,
        Jvm.start(SendAVisitor.class).output());
  }

  @Test
  void aHashIsChosenByItsCollisions() throws Exception {
    assertEquals(
        """
        string31: 1023 of 1024 keys collide
        xxh3: 0 of 1024 keys collide
        rapid: 0 of 1024 keys collide
        poly109: 0 of 1024 keys collide
        native32: 0 of 1024 keys collide
        siphash: 0 of 1024 keys collide
        crc32c: 0 of 1024 keys collide
        siphash13: 0 of 1024 keys collide
        1024 entries by xxh3
        """,
        Jvm.start(ChooseAHash.class).output());
  }

  @Test
  void aListTellsWhereElementsComeAndGo() throws Exception {
    assertEquals(
        """
        wash comes in at 0
        dry comes in at 1
        rinse comes in at 1
        2 goes from dry to iron
        wash leaves 0
        [wash] done, [rinse, iron] to do
        """,
        Jvm.start(WatchAList.class, folder).output());
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        EmbedAndShare.class,
        SubscribeFromElsewhere.class,
        SendAVisitor.class,
        ChooseAHash.class,
        WatchAList.class
      })
  void theReadmeQuotesTheExample(Class<?> example) throws Exception {
    String source =
        Files.readString(Path.of("src/main/java", example.getName().replace('.', '/') + ".java"));
    String readme = Files.readString(Path.of("..", "README.md"));
    assertTrue(
        readme.contains("```java\n" + source + "```\n"),
        "README.md does not quote " + example.getSimpleName() + ".java as it is; copy it again");
    assertTrue(source.lines().count() <= 60, example + " is too long for the README");
  }
}
