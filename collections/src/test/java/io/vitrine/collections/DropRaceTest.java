package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who looks at a collection while another one drops it does not make it anew. */
class DropRaceTest {
  private static final int ROUNDS = 200;

  @TempDir private Path folder;

  /** Makes and drops a collection again and again while somebody looks at it. */
  private static void race(
      Vitrine vitrine, String path, Consumer<Vitrine> maker, Consumer<Vitrine> looker)
      throws InterruptedException {
    var over = new AtomicBoolean();
    var looks = new AtomicLong();
    var failure = new AtomicReference<@Nullable Throwable>();
    Thread looking =
        Thread.ofPlatform()
            .start(() -> {
              try {
                while (!over.get()) {
                  looker.accept(vitrine);
                  looks.incrementAndGet();
                }
              } catch (Throwable e) {
                failure.set(e);
              }
            });
    try {
      for (int i = 0; i < ROUNDS; i++) {
        maker.accept(vitrine);
        vitrine.drop(path);
        long seen = looks.get();
        while (looks.get() < seen + 2 && failure.get() == null) { // one began before the drop
          Thread.onSpinWait();
        }
        assertEquals(List.of(), vitrine.list("/"), "there in round " + i + ", though dropped");
      }
    } finally {
      over.set(true);
      looking.join();
    }
    assertNull(failure.get());
  }

  private static void lookAt(Runnable look) {
    try {
      look.run();
    } catch (IllegalStateException e) {
      if (!String.valueOf(e.getMessage()).contains("dropped")) {
        throw e;
      }
    }
  }

  @Test
  void aListThatIsDescribed() throws InterruptedException {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      race(
          vitrine,
          "/lists/l",
          v -> v.list("l", Long.class),
          v -> lookAt(() -> v.describe("/lists/l")));
    }
  }

  @Test
  void aListThatIsOpened() throws InterruptedException {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      race(
          vitrine,
          "/lists/l",
          v -> v.list("l", Long.class),
          v -> lookAt(() -> v.existingList("/lists/l")));
    }
  }

  @Test
  void aMapThatIsOpened() throws InterruptedException {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      race(
          vitrine,
          "/maps/m",
          v -> v.map("m", Long.class, Long.class),
          v -> lookAt(() -> v.existingMap("/maps/m")));
    }
  }

  @Test
  void aSetThatIsOpened() throws InterruptedException {
    try (Vitrine vitrine = Vitrine.open(folder)) {
      race(
          vitrine,
          "/sets/s",
          v -> v.set("s", String.class),
          v -> lookAt(() -> v.existingSet("/sets/s")));
    }
  }

  @Test
  void inMemory() throws InterruptedException {
    try (Vitrine vitrine = Vitrine.inMemory()) {
      race(
          vitrine,
          "/maps/m",
          v -> v.map("m", Long.class, Long.class),
          v -> lookAt(() -> v.existingMap("/maps/m")));
      race(
          vitrine,
          "/lists/l",
          v -> v.list("l", Long.class),
          v -> lookAt(() -> v.describe("/lists/l")));
    }
  }
}
