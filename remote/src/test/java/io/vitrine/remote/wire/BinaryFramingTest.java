package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.vitrine.store.TypedValue;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class BinaryFramingTest {
  private static final FrameLimits SMALL = new FrameLimits(1_000, 8, 60_000);
  private static final String PREFACE = "89565452010D0A1A";
  private final BinaryCodec codec = new BinaryCodec(FrameLimits.DEFAULT);

  private static byte[] hex(String text) {
    return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
  }

  private static void send(EmbeddedChannel channel, String hex) {
    channel.writeInbound(Unpooled.wrappedBuffer(hex(hex)));
  }

  private static List<Message> messages(EmbeddedChannel channel) {
    var messages = new ArrayList<Message>();
    for (Received r = channel.readInbound(); r != null; r = channel.readInbound()) {
      messages.add(r.message());
    }
    return messages;
  }

  private List<Message> parse(String hex) {
    var channel = new EmbeddedChannel(codec.newDecoder());
    send(channel, hex);
    return messages(channel);
  }

  @Test
  void messageOfTheManual() {
    String hex =
        """
        17000040 A2 63 637370 6C 2F6D6170732F707269636573 63 746964 07
        0C000000 A1 63 676574 66 455552555344
        """;
    Message message = Message.of(Routing.to("/maps/prices", 7L), "get", "EURUSD");
    assertArrayEquals(hex(hex), codec.encode(message));
    assertEquals(List.of(message), parse(hex));
  }

  @Test
  void routingStaysInForceUntilTheNext() {
    var messages =
        parse(
            "11000040 A3 63 637370 61 2F 63 746964 07 63 726576 03"
                + "06000080 A1 63 676574 01"
                + "06000000 A1 63 676574 02"
                + "01000040 A0 06000000 A1 63 627965 A0");
    assertEquals(
        new Message(
            new Routing("/", 7L, null, null, 3L, null), List.of(new Event("get", 1L)), false),
        messages.get(0));
    assertEquals(Message.of(Routing.to("/", 7L), "get", 2L), messages.get(1));
    assertEquals(Message.of(Routing.NONE, "bye", Map.of()), messages.get(2));
  }

  @Test
  void metaDataAloneHasAnEmptyMapBehindIt() {
    var handler = new TypedValue("HeartbeatHandler", Map.of("heartbeatTimeoutMs", 10000L));
    var message = new Message(new Routing("/", null, 1L, handler, null, null), List.of(), true);
    byte[] bytes = codec.encode(message);
    assertEquals("01000000a0", HexFormat.of().formatHex(bytes, bytes.length - 5, bytes.length));
    assertEquals(message, codec.newReader().read(bytes));
  }

  @Test
  void framesSplitAnywhere() {
    var random = new Random(11);
    var out = new ByteArrayOutputStream();
    var expected = new ArrayList<Message>();
    for (long tid = 0; tid < 200; tid++) {
      Object value = new RandomValues(tid).next();
      var message =
          new Message(
              Routing.to("/maps/x", tid),
              List.of(new Event("put", java.util.Arrays.asList(tid, value))),
              random.nextBoolean());
      expected.add(message);
      out.writeBytes(codec.encode(message));
    }
    byte[] bytes = out.toByteArray();
    for (int round = 0; round < 20; round++) {
      var channel = new EmbeddedChannel(codec.newDecoder());
      for (int at = 0; at < bytes.length; ) {
        int n = Math.min(bytes.length - at, 1 + random.nextInt(round == 0 ? 1 : 300));
        channel.writeInbound(Unpooled.copiedBuffer(bytes, at, n));
        at += n;
      }
      var actual = messages(channel);
      assertEquals(expected.size(), actual.size());
      for (int i = 0; i < actual.size(); i++) {
        TextFramingTest.assertSame(expected.get(i), actual.get(i), "round " + round + ", " + i);
      }
    }
  }

  @Test
  void everyMessageSurvivesTextToBinaryAndBack() {
    var text = new TextCodec(FrameLimits.DEFAULT);
    for (long seed = 0; seed < 2_000; seed++) {
      var values = new RandomValues(seed);
      var routing =
          new Routing(
              values.string(),
              seed % 2 == 0 ? seed : null,
              seed % 3 == 0 ? -seed : null,
              seed % 5 == 0 ? new TypedValue("H", List.of(seed)) : null,
              seed % 7 == 0 ? Long.MAX_VALUE : null,
              null);
      var events = new ArrayList<Event>();
      for (int i = 0; i < seed % 12; i++) {
        events.add(new Event("e" + i + values.string(), values.next()));
      }
      var message = new Message(routing, events, seed % 2 == 0 || events.isEmpty());
      Message binary = codec.newReader().read(codec.encode(message));
      assertNotNull(binary);
      TextFramingTest.assertSame(message, binary, "seed " + seed);
      byte[] encoded = text.encode(binary);
      byte[] frame = java.util.Arrays.copyOf(encoded, encoded.length - 4);
      Message back = text.newReader().read(frame);
      assertNotNull(back);
      TextFramingTest.assertSame(message, back, "seed " + seed);
    }
  }

  @Test
  void prefaceIsChecked() {
    var channel = new EmbeddedChannel(codec.newServerSplitter());
    for (byte b : hex(PREFACE)) {
      assertNull(channel.readInbound());
      channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {b}));
    }
    send(channel, "01000000A0");
    assertArrayEquals(hex("01000000A0"), channel.<byte[]>readInbound());
    var wrong = new EmbeddedChannel(codec.newServerSplitter());
    var e = assertThrows(DecoderException.class, () -> send(wrong, "89565452020D"));
    assertEquals(
        "offset 4: found 02 in the preface, expected 01 of 89 56 54 52 01 0D 0A 1A",
        assertInstanceOf(WireException.class, e.getCause()).getMessage());
  }

  @Test
  void firstByteChoosesTheEncoding() {
    for (WireEncoding encoding : WireEncoding.values()) {
      var chosen = new ArrayList<WireEncoding>();
      WireCodec expected = encoding.codec(FrameLimits.DEFAULT);
      var channel =
          new EmbeddedChannel(
              new FirstByte(e -> {
                chosen.add(e);
                return e.codec(FrameLimits.DEFAULT);
              }));
      Message message = Message.of(Routing.to("/", 1L), "list", List.of());
      byte[] preface = expected.preface();
      byte[] frame = expected.encode(message);
      channel.writeInbound(Unpooled.wrappedBuffer(preface, frame, frame));
      assertEquals(List.of(encoding), chosen);
      assertNotNull(channel.<byte[]>readInbound());
      assertNotNull(channel.<byte[]>readInbound());
      assertNull(channel.readInbound());
    }
  }

  @Test
  void badFramesSayWhere() {
    for (String bad :
        List.of(
            "01000040A0 01000040A0",
            "01000000 80",
            "00000000",
            "02000000 A0A0",
            "03000000 A10000",
            "03000000 A1617801",
            "07000000 A2617801617802",
            "06000040 A163746964F5 01000000A0",
            "06000040 A16377686102 01000000A0",
            "0B000040 A263746964016374696402 01000000A0")) {
      var e = assertThrows(DecoderException.class, () -> parse(bad), bad);
      var cause = assertInstanceOf(WireException.class, e.getCause(), bad);
      assertEquals(ErrorCode.MALFORMED, cause.code(), bad);
      assertTrue(cause.getMessage().startsWith("offset "), cause.getMessage());
    }
  }

  @Test
  void nothingIsReadAfterABadFrame() {
    var channel = new EmbeddedChannel(codec.newDecoder());
    send(channel, "01000000A0");
    assertThrows(DecoderException.class, () -> send(channel, "01000000 80 01000000 A0"));
    send(channel, "01000000A0");
    assertEquals(1, messages(channel).size());
  }

  @Test
  void largeFramesAreRefusedByTheirWord() {
    var small = new BinaryCodec(SMALL);
    for (String word : List.of("FFFFFF3F", "E8030000", "01000040A0 E3030000")) {
      var channel = new EmbeddedChannel(small.newDecoder());
      var e = assertThrows(DecoderException.class, () -> send(channel, word), word);
      assertEquals(ErrorCode.TOO_LARGE, assertInstanceOf(WireException.class, e.getCause()).code());
    }
    var channel = new EmbeddedChannel(small.newDecoder());
    Message largest = Message.of(Routing.NONE, "reply", "x".repeat(981));
    byte[] bytes = small.encode(largest);
    assertEquals(1_000, bytes.length);
    channel.writeInbound(Unpooled.wrappedBuffer(bytes));
    assertEquals(List.of(largest), messages(channel));
    var e =
        assertThrows(
            WireException.class,
            () -> small.encode(Message.of(Routing.NONE, "reply", "x".repeat(982))));
    assertEquals(ErrorCode.TOO_LARGE, e.code());
  }

  @Test
  void silenceWithinAFrameFailsAndBetweenFramesDoesNot() {
    var channel = new EmbeddedChannel(codec.newServerSplitter());
    channel.freezeTime();
    send(channel, PREFACE + "01000000A0");
    channel.advanceTimeBy(1, TimeUnit.HOURS);
    channel.runScheduledPendingTasks();
    send(channel, "0100");
    channel.advanceTimeBy(9, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
    channel.checkException();
    channel.advanceTimeBy(2, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
    channel.advanceTimeBy(1, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
    var e = assertThrows(WireException.class, channel::checkException);
    assertEquals(ErrorCode.TIMEOUT, e.code());
  }

  @Test
  void unfinishedFrameAtTheEndIsDropped() {
    var channel = new EmbeddedChannel(codec.newDecoder());
    send(channel, "01000000A0 01000000A0 02000000A1");
    channel.finish();
    assertEquals(2, messages(channel).size());
    assertFalse(channel.isOpen());
  }
}
