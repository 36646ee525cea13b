package io.vitrine.remote.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is gathered comes out whole and in order, singly added or joined for several. */
class BurstTest {
  private static final long TID = 7;

  private static Message change(long rev, String text) {
    return Message.partOf(Routing.change(TID, rev, 1), "reply", text);
  }

  private static byte[] body(WireCodec codec, String text) {
    byte[] body = codec.encodeBody(new Event("reply", text));
    assertNotNull(body);
    return body;
  }

  private static byte[] written(EmbeddedChannel channel) {
    channel.runPendingTasks();
    var all = new ByteSink(1 << 10);
    for (ByteBuf part = channel.readOutbound(); part != null; part = channel.readOutbound()) {
      var bytes = new byte[part.readableBytes()];
      part.readBytes(bytes);
      all.put(bytes);
      part.release();
    }
    return all.toBytes();
  }

  @Test
  void allComesInTheOrderInWhichItWasAdded() {
    long seed = new SplittableRandom().nextLong();
    var random = new SplittableRandom(seed);
    for (WireEncoding encoding : new WireEncoding[] {WireEncoding.YAML, WireEncoding.CBOR}) {
      WireCodec codec = encoding.codec(FrameLimits.DEFAULT);
      for (int round = 0; round < 300; round++) {
        var channel = new EmbeddedChannel();
        var burst = new Burst(new Outbound(channel, codec, 1 << 24, () -> {}));
        var expected = new ByteSink(1 << 10);
        long rev = 1;
        for (int i = random.nextInt(12); i >= 0; i--) {
          var joined = new JoinedAnswers(codec, TID);
          int count = 1 + random.nextInt(5);
          boolean joins = random.nextBoolean();
          for (int j = 0; j < count; j++, rev++) {
            String text = "x".repeat(random.nextInt(random.nextInt(8) == 0 ? 9_000 : 100));
            expected.put(codec.encode(change(rev, text)));
            byte[] body = body(codec, text);
            assertTrue(joins ? joined.add(rev, 1, body) : burst.add(codec, TID, rev, 1, body));
          }
          assertTrue(!joins || burst.add(codec, joined.toBytes()));
          switch (random.nextInt(4)) {
            case 0 -> burst.send();
            case 1 -> burst.end();
            default -> {}
          }
        }
        burst.end();
        assertArrayEquals(expected.toBytes(), written(channel), encoding + ", seed " + seed);
        channel.close();
      }
    }
  }

  /** What several are sent is the same array: nobody changes it. */
  @Test
  void whatIsJoinedStaysAsItIs() {
    WireCodec codec = WireEncoding.CBOR.codec(FrameLimits.DEFAULT);
    var joined = new JoinedAnswers(codec, TID);
    assertTrue(joined.add(1, 1, body(codec, "a")));
    byte[] answers = joined.toBytes();
    byte[] before = answers.clone();
    for (int i = 0; i < 3; i++) {
      var channel = new EmbeddedChannel();
      var burst = new Burst(new Outbound(channel, codec, 1 << 20, () -> {}));
      assertTrue(burst.add(codec, answers));
      assertTrue(i == 0 || burst.add(codec, TID, 2, 1, body(codec, "b")));
      assertTrue(i == 2 || burst.add(codec, answers));
      burst.end();
      assertTrue(written(channel).length >= 2 * answers.length - 2);
      assertArrayEquals(before, answers);
      channel.close();
    }
  }

  @Test
  void whatHasNoRoomIsNotAdded() {
    WireCodec codec = WireEncoding.CBOR.codec(FrameLimits.DEFAULT);
    var channel = new EmbeddedChannel();
    var burst = new Burst(new Outbound(channel, codec, 100, () -> {}));
    assertFalse(burst.add(codec, new byte[101]));
    var joined = new JoinedAnswers(codec, TID);
    assertTrue(joined.add(1, 1, body(codec, "a".repeat(50))));
    assertTrue(burst.add(codec, joined.toBytes()));
    assertFalse(burst.add(codec, joined.toBytes()));
    burst.end();
    assertEquals(joined.toBytes().length, written(channel).length);
    channel.close();
  }

  @Test
  void anAnswerBeyondTheLimitsIsNotJoined() {
    WireCodec codec = WireEncoding.CBOR.codec(FrameLimits.DEFAULT);
    var joined = new JoinedAnswers(codec, TID);
    assertTrue(joined.add(1, 1, body(codec, "a")));
    byte[] before = joined.toBytes();
    assertFalse(joined.add(2, 1, new byte[Math.toIntExact(codec.limits().frameBytesMax())]));
    assertArrayEquals(before, joined.toBytes());
  }
}
