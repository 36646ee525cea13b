package io.vitrine.remote.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import io.vitrine.store.TypedValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TextFramingTest {
  private static final FrameLimits SMALL = new FrameLimits(1_000, 8, 60_000);
  private final TextCodec codec = new TextCodec(FrameLimits.DEFAULT);

  private EmbeddedChannel channel() {
    return new EmbeddedChannel(codec.newDecoder());
  }

  private static void type(EmbeddedChannel channel, String text) {
    channel.writeInbound(Unpooled.wrappedBuffer(text.getBytes(UTF_8)));
  }

  private static List<Message> messages(EmbeddedChannel channel) {
    var messages = new ArrayList<Message>();
    for (Received r = channel.readInbound(); r != null; r = channel.readInbound()) {
      messages.add(r.message());
    }
    return messages;
  }

  private List<Message> parse(String text) {
    var channel = channel();
    type(channel, text);
    return messages(channel);
  }

  @Test
  void messageOfTheManual() {
    String text =
        """
        --- !!meta-data
        csp: /maps/prices
        tid: 12345
        --- !!data
        get: EURUSD
        ...
        """;
    Message message = Message.of(Routing.to("/maps/prices", 12345L), "get", "EURUSD");
    assertEquals(List.of(message), parse(text));
    assertEquals(text, new String(codec.encode(message), UTF_8));
  }

  @Test
  void oneExclamationMarkCommentsAndCarriageReturnsWillDo() {
    Message message = Message.partOf(Routing.to("/", 1L), "reply", 5L);
    assertEquals(
        List.of(message),
        parse(
            """
            # hi
            --- !meta-data
            csp: / # root
            tid: 1
            --- !data-not-complete
            reply: 5
            ...
            """));
    assertEquals(
        List.of(message),
        parse(
            "--- !!meta-data\r\n"
                + "csp: /\r\n"
                + "tid: 1\r\n"
                + "--- !data-not-complete\r\n"
                + "reply: 5\r\n"
                + "...\r\n"));
    assertEquals(
        List.of(message),
        parse(
            """
            --- !meta-data {"csp": "/", "tid": 1}
            --- !data-not-complete {"reply": 5}
            ...\s
            """));
    assertEquals(List.of(), parse("...\n# only a comment\n...\n"));
  }

  @Test
  void emptyDataHasNoEvents() {
    var routing = Routing.to("/maps/a", 7L);
    assertEquals(
        List.of(new Message(routing, List.of(), true)),
        parse("--- !!meta-data\ncsp: /maps/a\ntid: 7\n--- !!data\n...\n"));
    assertEquals(
        List.of(new Message(routing, List.of(), false)),
        parse("--- !!meta-data {csp: /maps/a, tid: 7}\n--- !!data-not-complete {}\n...\n"));
  }

  @Test
  void routingStaysInForceUntilTheNext() {
    var messages =
        parse(
            """
            --- !!meta-data
            csp: /maps/a
            tid: 7
            rev: 3
            --- !!data
            get: x
            ...
            --- !!data
            get: y
            ...
            get: z
            ...
            --- !!meta-data
            --- !!data
            bye: {}
            ...
            """);
    assertEquals(Message.of(Routing.to("/maps/a", 7L), "get", "y"), messages.get(1));
    assertEquals(Message.of(Routing.to("/maps/a", 7L), "get", "z"), messages.get(2));
    assertEquals(Message.of(Routing.NONE, "bye", Map.of()), messages.get(3));
  }

  @Test
  void metaDataAloneOpensAChannel() {
    var messages =
        parse(
            """
            --- !!meta-data
            csp: /
            cid: 1
            handler: !HeartbeatHandler {heartbeatTimeoutMs: 10000, heartbeatIntervalMs: 2000}
            ...
            heartbeat: 1
            ...
            """);
    var handler =
        new TypedValue(
            "HeartbeatHandler", Map.of("heartbeatTimeoutMs", 10000L, "heartbeatIntervalMs", 2000L));
    assertEquals(
        new Message(new Routing("/", null, 1L, handler, null, null), List.of(), true),
        messages.get(0));
    assertEquals(
        Message.of(new Routing("/", null, 1L, null, null, null), "heartbeat", 1L), messages.get(1));
  }

  @Test
  void severalEventsKeepTheirOrder() {
    Message message = parse("subscribe: []\nrequest: 2\nalpha: null\n...\n").getFirst();
    assertEquals(
        List.of("subscribe", "request", "alpha"),
        message.events().stream().map(Event::name).toList());
  }

  @Test
  void framesSplitAnywhere() {
    var random = new Random(11);
    var out = new StringBuilder();
    var expected = new ArrayList<Message>();
    for (long tid = 0; tid < 200; tid++) {
      Object value = new RandomValues(tid).next();
      var message =
          new Message(
              Routing.to("/maps/x", tid),
              List.of(new Event("put", java.util.Arrays.asList(tid, value))),
              random.nextBoolean());
      expected.add(message);
      out.append(new String(codec.encode(message), UTF_8));
    }
    byte[] bytes = out.toString().getBytes(UTF_8);
    for (int round = 0; round < 20; round++) {
      var channel = channel();
      for (int at = 0; at < bytes.length; ) {
        int n = Math.min(bytes.length - at, 1 + random.nextInt(round == 0 ? 1 : 300));
        channel.writeInbound(Unpooled.copiedBuffer(bytes, at, n));
        at += n;
      }
      var actual = messages(channel);
      assertEquals(expected.size(), actual.size());
      for (int i = 0; i < actual.size(); i++) {
        assertSame(expected.get(i), actual.get(i), "round " + round + ", message " + i);
      }
    }
  }

  static void assertSame(Message expected, Message actual, String what) {
    assertEquals(expected.routing(), actual.routing(), what);
    assertEquals(expected.complete(), actual.complete(), what);
    assertEquals(expected.events().size(), actual.events().size(), what);
    for (int i = 0; i < expected.events().size(); i++) {
      Event a = expected.events().get(i);
      Event b = actual.events().get(i);
      assertEquals(a.name(), b.name(), what);
      assertTrue(RandomValues.same(a.argument(), b.argument()), what + ": " + a + " != " + b);
    }
  }

  @Test
  void bothReadersAgreeOnWhatWeWrite() {
    int fast = 0;
    for (long seed = 0; seed < 5_000; seed++) {
      Object value = new RandomValues(seed).next();
      Message message = Message.of(Routing.to("/maps/x", seed), "reply", value);
      byte[] encoded = codec.encode(message);
      byte[] frame = java.util.Arrays.copyOf(encoded, encoded.length - 4);
      Message canonical =
          new CanonicalReader(codec.limits(), new NameCache()).message(frame, Routing.NONE);
      Message general = new TextMessages(codec.limits(), new NameCache()).readAny(frame);
      assertNotNull(general);
      assertSame(message, general, "seed " + seed);
      if (canonical != null) {
        fast++;
        assertSame(message, canonical, "seed " + seed);
      }
    }
    assertTrue(fast > 4_000, "only " + fast + " of 5000 frames were canonical");
  }

  @Test
  void bothReadersAgreeOnDamagedFrames() {
    var random = new Random(5);
    String marks = RandomValues.MARKS + "ab1.~\u00e9";
    for (int round = 0; round < 20_000; round++) {
      Object value = new RandomValues(round % 500).next();
      byte[] encoded = codec.encode(Message.of(Routing.to("/maps/x", 5L), "reply", value));
      byte[] frame = java.util.Arrays.copyOf(encoded, encoded.length - 4);
      for (int i = 1 + random.nextInt(2); i > 0; i--) {
        byte by = (byte) marks.charAt(random.nextInt(marks.length()));
        frame[random.nextInt(frame.length)] = by;
      }
      Message canonical =
          new CanonicalReader(codec.limits(), new NameCache()).message(frame, Routing.NONE);
      if (canonical != null) {
        Message general = new TextMessages(codec.limits(), new NameCache()).readAny(frame);
        assertNotNull(general);
        assertSame(general, canonical, "round " + round + ": " + new String(frame, UTF_8));
      }
    }
  }

  @Test
  void noBytesBreakTheReader() {
    var random = new Random(9);
    String marks = RandomValues.MARKS + "ab1.~\r%=\u00e9\u0000\ufeff";
    for (int round = 0; round < 20_000; round++) {
      var text = new StringBuilder(round % 2 == 0 ? "--- !!data\na: " : "");
      for (int i = random.nextInt(30); i > 0; i--) {
        text.append(marks.charAt(random.nextInt(marks.length())));
      }
      byte[] frame = text.toString().getBytes(UTF_8);
      if (frame.length > 0 && round % 5 == 0) {
        frame[random.nextInt(frame.length)] = (byte) random.nextInt();
      }
      try {
        new TextMessages(codec.limits(), new NameCache()).read(frame);
      } catch (WireException e) {
        assertFalse(String.valueOf(e.getMessage()).contains("\n"), e.getMessage());
      }
    }
  }

  @Test
  void malformedFrameFailsAndNothingAfterItIsRead() {
    var channel = channel();
    type(channel, "get: a\n...\n");
    var e =
        assertThrows(DecoderException.class, () -> type(channel, "get: [a\n...\nget: c\n...\n"));
    assertEquals(ErrorCode.MALFORMED, assertInstanceOf(WireException.class, e.getCause()).code());
    type(channel, "get: d\n...\n");
    assertEquals(1, messages(channel).size());
  }

  @Test
  void badShapesSayWhatWasExpected() {
    for (String text :
        List.of(
            "- 1\n...\n",
            "--- !!foo\na: 1\n...\n",
            "--- !!meta-data\ntid: x\n...\n",
            "--- !!meta-data\ncsp: 5\n...\n",
            "--- !!meta-data\nwhat: 5\n...\n",
            "--- !!meta-data\ncsp: /\n--- !!data\na: 1\n--- !!data\nb: 1\n...\n",
            "5: a\n...\n")) {
      var e = assertThrows(DecoderException.class, () -> parse(text), text);
      assertEquals(
          ErrorCode.MALFORMED, assertInstanceOf(WireException.class, e.getCause()).code(), text);
    }
  }

  @Test
  void largeFramesAreRefusedBeforeTheyAreComplete() {
    var small = new TextCodec(SMALL);
    var whole = new EmbeddedChannel(small.newDecoder());
    type(whole, "put: [a, " + "x".repeat(980) + "]\n...\n");
    assertEquals(1, messages(whole).size());
    var channel = new EmbeddedChannel(small.newDecoder());
    type(channel, "put: [a, " + "x".repeat(900));
    var e = assertThrows(DecoderException.class, () -> type(channel, "x".repeat(200)));
    assertEquals(ErrorCode.TOO_LARGE, assertInstanceOf(WireException.class, e.getCause()).code());
    assertThrows(
        WireException.class,
        () -> small.encode(Message.of(Routing.NONE, "reply", "x".repeat(1_000))));
  }

  @Test
  void silenceWithinAFrameFailsAndBetweenFramesDoesNot() {
    var channel = channel();
    channel.freezeTime();
    type(channel, "get: a\n...\n");
    channel.advanceTimeBy(1, TimeUnit.HOURS);
    channel.runScheduledPendingTasks();
    type(channel, "get: b\n");
    channel.advanceTimeBy(59, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
    type(channel, "get2: b\n");
    channel.advanceTimeBy(59, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
    channel.checkException();
    channel.advanceTimeBy(2, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
    channel.advanceTimeBy(1, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
    var e = assertThrows(WireException.class, channel::checkException);
    assertEquals(ErrorCode.TIMEOUT, e.code());
  }

  /** A process that was paused meets its overdue timers before what came meanwhile. */
  @Test
  void whatCameWhileThisProcessWasPausedIsNoSilence() {
    var channel = channel();
    channel.freezeTime();
    type(channel, "get: b\n");
    channel.advanceTimeBy(1, TimeUnit.HOURS);
    channel.runScheduledPendingTasks();
    type(channel, "...\n");
    channel.advanceTimeBy(1, TimeUnit.SECONDS);
    channel.runScheduledPendingTasks();
    channel.checkException();
    assertEquals(1, messages(channel).size());
  }

  @Test
  void unfinishedFrameAtTheEndIsDropped() {
    var channel = channel();
    type(channel, "get: a\n...\nget: b\n");
    channel.finish();
    assertEquals(1, messages(channel).size());
    assertNull(channel.readInbound());
    assertFalse(channel.isOpen());
  }

  @Test
  void longLineIsSearchedOnceHoweverItComes() {
    var splitter = new EmbeddedChannel(codec.newSplitter());
    byte[] part = "x".repeat(1_000).getBytes(UTF_8);
    assertTimeout(
        Duration.ofSeconds(60),
        () -> {
          for (int i = 0; i < 16_000; i++) {
            splitter.writeInbound(Unpooled.wrappedBuffer(part));
          }
        });
    type(splitter, "\n..");
    assertNull(splitter.readInbound());
    type(splitter, ".\nnext: 1\n...\n");
    byte[] first = splitter.readInbound();
    assertEquals(16_000_001, first.length);
    byte[] second = splitter.readInbound();
    assertEquals("next: 1\n", new String(second, UTF_8));
  }

  @Test
  void longTokensTakeLinearTime() {
    int length = 8 << 20;
    for (String text :
        List.of(
            "a: " + "x".repeat(length),
            "a: '" + "x".repeat(length) + "'",
            "a: \"" + "x ".repeat(length / 2) + "\"",
            "# " + "x".repeat(length) + "\na: 1",
            "a: |\n " + "x".repeat(length))) {
      Message message =
          assertTimeout(Duration.ofSeconds(60), () -> codec.newReader().read(text.getBytes(UTF_8)));
      assertNotNull(message);
      assertEquals("a", message.events().getFirst().name());
    }
  }

  @Test
  void malformedSaysWhere() {
    byte[] noText = {'a', ':', ' ', (byte) 0xFF};
    assertEquals("offset 3: ", place(noText));
    assertEquals("line 2, column 4: ", place("a: 1\nb: \u0001".getBytes(UTF_8)));
    assertEquals("line 1, column 1: ", place("hello".getBytes(UTF_8)));
    assertEquals("line 3, column 1: ", place("--- !!meta-data\ncsp: /\nwhat: 1".getBytes(UTF_8)));
    assertEquals("line 2, column 1: ", place("--- !!meta-data\ntid: x".getBytes(UTF_8)));
    assertEquals(
        "line 4, column 5: ",
        place("--- !!meta-data\n--- !!data\na: 1\n--- !!data\nb: 1".getBytes(UTF_8)));
  }

  private String place(byte[] frame) {
    var e = assertThrows(WireException.class, () -> codec.newReader().read(frame));
    assertEquals(ErrorCode.MALFORMED, e.code());
    String text = String.valueOf(e.getMessage());
    return text.substring(0, text.indexOf(": ") + 2);
  }

  @Test
  void hugeIntegersAreRefused() {
    byte[] frame = ("a: " + "1".repeat(1 << 20)).getBytes(UTF_8);
    var e = assertThrows(WireException.class, () -> codec.newReader().read(frame));
    assertEquals(ErrorCode.TOO_LARGE, e.code());
  }
}
