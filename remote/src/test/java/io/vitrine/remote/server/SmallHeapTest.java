package io.vitrine.remote.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A server with little memory goes on, whatever some of its clients do with it. */
class SmallHeapTest {
  private static void closeAll(List<Socket> sockets) throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
  }

  /** Asks of a client that does no harm, over a connection that it had and over a new one. */
  private static void assertServes(SmallHeap server, Telnet innocent, long tid) throws IOException {
    try {
      innocent.send("/maps/m", tid, "get: a");
      assertEquals(1L, innocent.read().reply());
      try (Telnet other = server.telnet()) {
        other.send("/maps/m", tid, "get: a");
        assertEquals(1L, other.read().reply());
      }
    } catch (IOException e) {
      throw new IOException("not served, the server said: " + server.said(), e);
    }
    assertFalse(server.said().contains("OutOfMemoryError"), server.said());
  }

  @Test
  void aMessageOfSmallValuesTakesNoMoreThanThereIs() throws IOException {
    byte[] empty = new byte[12 << 20];
    Arrays.fill(empty, (byte) 0x80);
    // get: [[], [], ...] in CBOR, as one frame of data
    ByteBuffer frame = ByteBuffer.allocate(18).order(ByteOrder.LITTLE_ENDIAN);
    frame.put(new byte[] {(byte) 0x89, 'V', 'T', 'R', 1, 13, 10, 26}).putInt(empty.length + 10);
    frame.put(new byte[] {(byte) 0xA1, 0x63, 'g', 'e', 't', (byte) 0x9A});
    byte[] length = ByteBuffer.allocate(4).putInt(empty.length).array();
    try (var server = new SmallHeap(96);
        Telnet innocent = server.telnet()) {
      for (long tid = 1; tid < 4; tid++) {
        try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
          socket.setSoTimeout(60_000);
          OutputStream out = socket.getOutputStream();
          out.write(frame.array(), 0, frame.position());
          out.write(length);
          out.write(empty);
          String said = new String(socket.getInputStream().readAllBytes(), US_ASCII);
          assertTrue(said.contains("TooLarge"), said);
        }
        assertServes(server, innocent, tid);
      }
    }
  }

  /** Each is within the limits; all at once, as values, they would be four times the heap. */
  @Test
  void messagesOfSmallValuesTogetherTakeNoMoreThanThereIs() throws Exception {
    int values = 450_000;
    byte[] empty = new byte[values];
    Arrays.fill(empty, (byte) 0x80);
    // csp and tid, then put: [big, [[], [], ...]], both in CBOR
    var frames = new ByteArrayOutputStream();
    frames.writeBytes(new byte[] {(byte) 0x89, 'V', 'T', 'R', 1, 13, 10, 26});
    var routing = new ByteArrayOutputStream();
    routing.writeBytes(new byte[] {(byte) 0xA2, 0x63, 'c', 's', 'p', 0x67});
    routing.writeBytes("/maps/m".getBytes(US_ASCII));
    routing.writeBytes(new byte[] {0x63, 't', 'i', 'd', 1});
    add(frames, 0x4000_0000 | routing.size(), routing.toByteArray());
    var data = new ByteArrayOutputStream();
    data.writeBytes(
        new byte[] {(byte) 0xA1, 0x63, 'p', 'u', 't', (byte) 0x82, 0x63, 'b', 'i', 'g'});
    data.write(0x9A);
    data.writeBytes(ByteBuffer.allocate(4).putInt(values).array());
    data.writeBytes(empty);
    add(frames, data.size(), data.toByteArray());
    try (var server = new SmallHeap(96);
        Telnet innocent = server.telnet()) {
      var told = new ArrayList<Future<String>>();
      try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
        for (int i = 0; i < 12; i++) {
          told.add(clients.submit(() -> answer(server, frames.toByteArray())));
        }
        for (long tid = 1; tid <= 20; tid++) {
          assertServes(server, innocent, tid);
        }
      }
      int done = 0;
      for (Future<String> each : told) {
        boolean isDone = each.get().contains("reply");
        assertTrue(isDone || each.get().contains("TooLarge"), each.get());
        done += isDone ? 1 : 0;
      }
      assertTrue(done > 0, "all were refused");
      assertServes(server, innocent, 21);
    }
  }

  private static void add(ByteArrayOutputStream frames, int head, byte[] content) {
    frames.writeBytes(ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(head).array());
    frames.writeBytes(content);
  }

  private static String answer(SmallHeap server, byte[] frames) throws IOException {
    try (var socket = new Socket(server.address().getAddress(), server.address().getPort())) {
      socket.setSoTimeout(60_000);
      socket.getOutputStream().write(frames);
      socket.shutdownOutput();
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  @Test
  void unfinishedMessagesTakeNoMoreThanThereIs() throws IOException {
    byte[] half = new byte[8 << 20];
    Arrays.fill(half, (byte) 'x');
    byte[] preface = {(byte) 0x89, 'V', 'T', 'R', 1, 13, 10, 26, 0, 0, (byte) 0xF0, 0};
    try (var server = new SmallHeap(96);
        Telnet innocent = server.telnet()) {
      innocent.resetFails();
      var greedy = new ArrayList<Socket>();
      String small = "put: [b, \"" + "z".repeat(60_000) + "\"]";
      for (long tid = 1; tid < 40; tid++) {
        Socket socket = new Socket(server.address().getAddress(), server.address().getPort());
        greedy.add(socket);
        try {
          socket.getOutputStream().write(preface);
          socket.getOutputStream().write(half);
        } catch (SocketException _) {
          // It is refused already.
        }
        assertEquals("reply: null\n", innocent.ask("/maps/m", tid, small));
      }
      assertServes(server, innocent, 50);
      assertTrue(
          greedy.stream().anyMatch(SmallHeapTest::saysLimit),
          "nobody was told that it is too much");
      closeAll(greedy);
    }
  }

  /** Whether the server has said that it is too much; it says nothing to those that it keeps. */
  private static boolean saysLimit(Socket socket) {
    try {
      socket.setSoTimeout(2_000);
      byte[] said = socket.getInputStream().readNBytes(200);
      return new String(said, US_ASCII).contains("LimitExceeded");
    } catch (IOException _) {
      return false;
    }
  }

  @Test
  void clientsThatDoNotReadTakeNoMoreThanThereIs() throws IOException {
    byte[] request =
        "--- !!meta-data {csp: /maps/m, tid: 1}\n--- !!data {get: big}\n...\n"
            .repeat(4)
            .getBytes(US_ASCII);
    try (var server = new SmallHeap(192);
        Telnet innocent = server.telnet()) {
      innocent.ask("/maps/m", 1L, "put: [big, \"" + "y".repeat(4 << 20) + "\"]");
      for (int wave = 0; wave < 2; wave++) {
        var greedy = new ArrayList<Socket>();
        for (int i = 0; i < 40; i++) {
          Socket socket = server.greedy();
          greedy.add(socket);
          socket.getOutputStream().write(request);
        }
        for (long tid = 2; tid < 20; tid++) {
          assertServes(server, innocent, tid);
        }
        closeAll(greedy);
      }
    }
  }

  @Test
  void largeValuesTakeNoMoreThanThereIs() throws IOException {
    int values = 40;
    String value = "\"" + "y".repeat(4 << 20) + "\"";
    try (var server = new SmallHeap(128);
        Telnet innocent = server.telnet()) {
      long tid = 1;
      for (int i = 0; i < values; i++) {
        assertEquals(
            "reply: null\n", innocent.ask("/maps/m", tid++, "put: [k" + i + ", " + value + "]"));
      }
      String keys = IntStream.range(0, values).mapToObj(i -> "k" + i).collect(joining(", "));
      innocent.send("/maps/m", tid++, "getAll: [" + keys + "]");
      assertEquals("TooLarge", innocent.read().code());
      assertEquals(values + 1, walk(innocent, tid));
      assertEquals(values + 1, bootstrap(server));
      assertServes(server, innocent, tid + 1_000);
    }
  }

  @Test
  void subscriptionsThatAreNotReadTakeNoMoreThanThereIs() throws IOException {
    String value = "\"" + "y".repeat(1 << 20) + "\"";
    try (var server = new SmallHeap(128);
        Telnet innocent = server.telnet()) {
      var greedy = new ArrayList<Socket>();
      for (int i = 0; i < 3; i++) {
        Socket socket = server.greedy();
        greedy.add(socket);
        for (int tid = 1; tid <= 300; tid++) {
          String subscribe =
              "--- !!meta-data {csp: /maps/m, tid: "
                  + tid
                  + "}\n--- !!data {subscribe: {bootstrap: false}}\n...\n";
          socket.getOutputStream().write(subscribe.getBytes(US_ASCII));
        }
      }
      for (long tid = 1; tid <= 30; tid++) {
        assertEquals("reply: null\n", innocent.ask("/maps/m", tid, "put: [u, " + value + "]"));
      }
      assertServes(server, innocent, 50);
      closeAll(greedy);
    }
  }

  /** How many values an iterator tells, as many at a time as it likes. */
  private static int walk(Telnet nc, long firstTid) throws IOException {
    long tid = firstTid;
    nc.send("/maps/m?view=values", tid, "iterator: []");
    long cid = nc.read().cid();
    int told = 0;
    for (boolean ended = false; !ended; ) {
      nc.type(
          "--- !!meta-data {cid: " + cid + ", tid: " + ++tid + "}\n--- !!data\nnext: 1000\n...\n");
      var page = (Map<?, ?>) nc.read().reply();
      told += ((List<?>) page.get("elements")).size();
      ended = page.get("end").equals(true);
    }
    return told;
  }

  /** How many entries a subscription tells at first. */
  private static int bootstrap(SmallHeap server) throws IOException {
    int told = 0;
    try (Telnet nc = server.telnet()) {
      nc.send("/maps/m", 1L, "subscribe: {}");
      for (var data = nc.read().data();
          !data.containsKey("bootstrapped");
          data = nc.read().data()) {
        told += data.containsKey("reply") ? 1 : 0;
      }
    }
    return told;
  }
}
