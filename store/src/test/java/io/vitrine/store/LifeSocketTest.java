package io.vitrine.store;

import static io.vitrine.store.LifeSocket.Answer.ENDED;
import static io.vitrine.store.LifeSocket.Answer.LIVES;
import static io.vitrine.store.LifeSocket.Answer.UNKNOWN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a socket tells of processes that cannot be seen, and who believes it. */
class LifeSocketTest {
  private static final int SLOT = 7;
  private static final int OTHER = 8;

  @TempDir Path folder;

  private Path control;
  private MappedStore store;
  private Arena arena;
  private ProcessTable table;
  private long incarnation;

  @BeforeEach
  void open() throws IOException {
    store = (MappedStore) Stores.open(folder);
    control = folder.resolve(ControlLayout.FILE);
    arena = Arena.ofShared();
    try (FileChannel channel =
        FileChannel.open(control, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      table =
          new ProcessTable(
              channel.map(FileChannel.MapMode.READ_WRITE, 0, ControlLayout.LENGTH, arena));
    }
    incarnation = table.take(SLOT, 0); // somebody without locks whom nobody here can see
  }

  @AfterEach
  void close() {
    store.close();
    arena.close();
  }

  /** A socket as one leaves it behind who is killed. */
  private void leaveSocket() throws IOException {
    try (var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.bind(
          UnixDomainSocketAddress.of(folder.resolve("store.lives." + SLOT + "." + incarnation)));
    }
  }

  @Test
  void tellsOfLifeHoweverOftenItIsAsked() throws IOException {
    assertEquals(UNKNOWN, LifeSocket.ask(control, SLOT, incarnation));
    try (LifeSocket _ = Objects.requireNonNull(LifeSocket.open(control, SLOT, incarnation))) {
      for (int i = 0; i < 100; i++) {
        assertEquals(LIVES, LifeSocket.ask(control, SLOT, incarnation));
      }
      assertEquals(UNKNOWN, LifeSocket.ask(control, SLOT, incarnation + 1));
      assertNull(LifeSocket.open(control, SLOT, incarnation), "somebody has the name");
    }
    assertEquals(UNKNOWN, LifeSocket.ask(control, SLOT, incarnation));
    leaveSocket();
    assertEquals(ENDED, LifeSocket.ask(control, SLOT, incarnation));
    LifeSocket.remove(control, SLOT, incarnation);
    assertEquals(UNKNOWN, LifeSocket.ask(control, SLOT, incarnation));
  }

  @Test
  void aPathThatIsTooLongHasNone() throws IOException {
    Path far = Files.createDirectories(folder.resolve("long".repeat(40)));
    assertNull(LifeSocket.open(far.resolve(ControlLayout.FILE), SLOT, incarnation));
    assertEquals(UNKNOWN, LifeSocket.ask(far.resolve(ControlLayout.FILE), SLOT, incarnation));
  }

  @Test
  void whoHasEndedIsNotWaitedFor() throws IOException {
    leaveSocket();
    table.noteSocket(SLOT);
    assertFalse(store.attachment().isAlive(SLOT, incarnation));
    assertTrue(store.attachment().bury(SLOT, incarnation));
    assertEquals(UNKNOWN, LifeSocket.ask(control, SLOT, incarnation), "was not removed");
  }

  @Test
  void whoLivesIsNotRobbedThoughItsLocksAreGoneAndItsBeatStandsStill() throws IOException {
    long other = table.take(OTHER, 0); // the same, but without a socket
    try (LifeSocket _ = Objects.requireNonNull(LifeSocket.open(control, SLOT, incarnation))) {
      table.noteSocket(SLOT);
      assertTrue(store.attachment().isAlive(SLOT, incarnation));
      long since = System.nanoTime();
      while (store.attachment().isAlive(OTHER, other)) {
        assertTrue(System.nanoTime() - since < 60_000_000_000L, "its beat stands still");
        LockSupport.parkNanos(1_000_000);
      }
      assertTrue(store.attachment().isAlive(SLOT, incarnation));
      assertTrue(ProcessTable.tellsOfLife(control, 0));
    }
  }

  @Test
  void whoMeetsAStrangerTellsOfItsLifeUntilItLeaves() throws IOException {
    int mine = store.attachment().slot();
    long since = System.nanoTime();
    while (table.askSocket(control, mine) != LIVES) {
      assertTrue(System.nanoTime() - since < 60_000_000_000L, "tells nothing");
      LockSupport.parkNanos(1_000_000);
    }
    table.leave(SLOT);
    store.close();
    try (var files = Files.list(folder)) {
      assertEquals(0, files.filter(file -> file.toString().contains("lives")).count());
    }
  }

  @Test
  void whoIsAmongItsOwnNeedsNone(@TempDir Path own) throws IOException {
    try (Store first = Stores.open(own);
        Store _ = Stores.open(own)) {
      ((LockFile) ((MappedStore) first).attachment()).renew();
      try (var files = Files.list(own)) {
        assertEquals(0, files.filter(file -> file.toString().contains("lives")).count());
      }
    }
  }
}
