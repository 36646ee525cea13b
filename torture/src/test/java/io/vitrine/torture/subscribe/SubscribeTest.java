package io.vitrine.torture.subscribe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** All that subscribers are promised, amid accidents: a short {@code vitrine torture subscribe}. */
class SubscribeTest {
  private static final String SECONDS = "48";

  @TempDir Path folder;

  @Test
  void everyPromiseHoldsAmidAccidents() {
    var out = new StringWriter();
    int status =
        new CommandLine(new SubscribeTorture())
            .setOut(new PrintWriter(out, true))
            .execute("--seconds", SECONDS, "--data", folder.toString());
    assertEquals(0, status, out::toString);
  }
}
