package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.MapSpec;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a collection is no reason to refuse a hello. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class HelloAnywayTest {
  private static final String HELLO = "--- !!meta-data\n--- !!data\nhello: {}\n...\n";

  @Test
  void whileCollectionsComeAndGo() throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory();
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT)) {
      Thread churn =
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
                  vitrine.map("/maps/aa" + i, MapSpec.of(String.class, String.class));
                  vitrine.drop("/maps/aa" + i);
                }
              });
      var failures = new ArrayList<String>();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
      try (Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
        while (System.nanoTime() < end && failures.isEmpty()) {
          nc.type(HELLO);
          String text = nc.readText();
          if (!text.contains("reply")) {
            failures.add(text);
          }
        }
      } finally {
        churn.interrupt();
        churn.join();
      }
      assertEquals(List.of(), failures);
    }
  }

  @Test
  void whereOneIsDamaged(@TempDir Path root) throws Exception {
    try (Vitrine vitrine = Vitrine.open(root)) {
      vitrine.map("/maps/aaa", MapSpec.of(String.class, String.class)).put("a", "b");
      vitrine.map("/maps/bbb", MapSpec.of(String.class, String.class)).put("a", "b");
    }
    try (var file = FileChannel.open(root.resolve("maps/aaa.vtr"), StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(64), 0);
    }
    try (Vitrine vitrine = Vitrine.open(root);
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      nc.type(HELLO);
      String text = nc.readText();
      assertTrue(text.contains("reply: {server: vitrine"), text);
      assertEquals("reply: b\n", nc.ask("/maps/bbb", 2, "get: a"));
    }
  }
}
