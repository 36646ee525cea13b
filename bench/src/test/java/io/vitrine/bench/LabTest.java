package io.vitrine.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabTest {
  @TempDir private Path folder;

  @Test
  void removesWhatAMeasurementLeft_butNoMapThatIsWhole() throws Exception {
    try (var lab = new Lab(List.of(folder))) {
      Path map = lab.prepared(Peer.HASH_MAP, prepared());
      Path left = lab.fresh(folder);
      Files.writeString(left.resolve("file"), "some");
      lab.removeLeft();
      assertFalse(Files.exists(left));
      assertTrue(Files.exists(map));
      assertEquals(map, lab.prepared(Peer.HASH_MAP, prepared()));
    }
  }

  /** JVMs that find no class of the bench fill nothing. */
  @Test
  void removesAMapThatCouldNotBeFilled() throws Exception {
    String classPath = System.getProperty("java.class.path");
    try (var lab = new Lab(List.of(folder))) {
      System.setProperty("java.class.path", folder.toString());
      assertThrows(IOException.class, () -> lab.prepared(Peer.VITRINE, prepared()));
      lab.removeLeft();
      try (var roots = Files.list(folder)) {
        for (Path root : roots.toList()) {
          assertEquals(0, root.toFile().list().length, root::toString);
        }
      }
    } finally {
      System.setProperty("java.class.path", classPath);
    }
  }

  private Prepared prepared() {
    return new Prepared(folder, new Shape(KeyKind.LONG, 64, 1_000), false);
  }
}
