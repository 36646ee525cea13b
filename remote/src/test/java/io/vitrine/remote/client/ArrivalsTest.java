package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.vitrine.collections.Await;
import io.vitrine.remote.wire.Event;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.FrameReader;
import io.vitrine.remote.wire.Message;
import io.vitrine.remote.wire.Routing;
import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireEncoding;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Large messages let those of others pass, and none of their own tid. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
@Timeout(180)
class ArrivalsTest {
  private static final String LARGE = "x".repeat(1 << 20);

  @Parameter private WireEncoding encoding;

  private final Semaphore gate = new Semaphore(0);
  private final AtomicInteger reading = new AtomicInteger();
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final List<String> told = new CopyOnWriteArrayList<>();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private @Nullable Arrivals arrivals;

  @AfterEach
  void stop() {
    gate.release(1_000);
    channel.close();
  }

  /** Other readers than the first wait until the test lets one of them go on. */
  private final class Gated implements WireCodec {
    private final WireCodec codec = encoding.codec(FrameLimits.DEFAULT);
    private boolean first = true;

    @Override
    public FrameReader newReader() {
      FrameReader reader = codec.newReader();
      if (first) {
        first = false;
        return reader;
      }
      return new FrameReader() {
        @Override
        public @Nullable Message read(byte[] frame) {
          reading.incrementAndGet();
          gate.acquireUninterruptibly();
          return reader.read(frame);
        }

        @Override
        public @Nullable Routing routing(byte[] frame) {
          return reader.routing(frame);
        }
      };
    }

    @Override
    public byte[] encode(Message message) {
      return codec.encode(message);
    }

    @Override
    public ChannelHandler newDecoder() {
      return codec.newDecoder();
    }

    @Override
    public ChannelHandler newSplitter() {
      return codec.newSplitter();
    }

    @Override
    public WireEncoding encoding() {
      return codec.encoding();
    }

    @Override
    public FrameLimits limits() {
      return codec.limits();
    }
  }

  private Arrivals arrivals() {
    Arrivals known = arrivals;
    if (known == null) {
      known = new Arrivals(channel, new Gated(), this::tell, failures::add);
      arrivals = known;
    }
    return known;
  }

  private void tell(Message message) {
    Event event = message.events().getFirst();
    int size = String.valueOf(event.argument()).length();
    told.add(message.routing().tid() + " " + (size > 100 ? "large" : event.argument()));
  }

  private void come(@Nullable Long tid, String value) {
    byte[] bytes =
        encoding
            .codec(FrameLimits.DEFAULT)
            .encode(Message.partOf(Routing.answer(tid), "reply", value));
    var splitter = new EmbeddedChannel(encoding.codec(FrameLimits.DEFAULT).newSplitter());
    splitter.writeInbound(io.netty.buffer.Unpooled.wrappedBuffer(bytes));
    arrivals().come(splitter.readInbound());
    splitter.close();
  }

  private void await(java.util.function.BooleanSupplier condition) {
    Await.until(condition, () -> "messages, told so far: " + told);
  }

  @Test
  void onlyItsOwnTidWaitsForALargeOne() {
    come(7L, "a");
    come(7L, LARGE);
    come(7L, "b");
    come(8L, "c");
    come(null, "d");
    come(7L, LARGE);
    come(7L, "e");
    await(() -> reading.get() == 1);
    assertEquals(List.of("7 a", "8 c", "null d"), told);
    gate.release();
    await(() -> reading.get() == 2);
    assertEquals(List.of("7 a", "8 c", "null d", "7 large", "7 b"), told);
    come(8L, "f");
    gate.release();
    await(() -> told.size() == 8);
    assertEquals(List.of("8 f", "7 large", "7 e"), told.subList(5, 8));
    come(7L, "g");
    await(() -> told.size() == 9);
    assertEquals("7 g", told.getLast());
    assertTrue(failures.isEmpty(), failures.toString());
  }

  @Test
  void theEndWaitsForAllThatCame() {
    come(7L, LARGE);
    come(7L, "a");
    arrivals().end(() -> told.add("end"));
    assertEquals(List.of(), told);
    gate.release();
    await(() -> told.size() == 3);
    assertEquals(List.of("7 large", "7 a", "end"), told);
    arrivals().end(() -> told.add("again"));
    assertEquals("again", told.getLast());
  }

  @Test
  void routingStaysInForceBehindALargeOne() {
    come(7L, LARGE);
    byte[] bytes =
        encoding == WireEncoding.CBOR
            ? new byte[] {4, 0, 0, 0, (byte) 0xA1, 0x61, 'r', 1}
            : "--- !!data\nr: 1\n".getBytes(java.nio.charset.StandardCharsets.UTF_8);
    arrivals().come(bytes);
    assertEquals(List.of(), told);
    gate.release();
    await(() -> told.size() == 2);
    assertEquals(List.of("7 large", "7 1"), told);
  }

  @Test
  void whatIsNoMessageIsToldOnceAndEndsAll() {
    come(7L, LARGE);
    await(() -> reading.get() == 1);
    arrivals().come(new byte[] {1, 0, 0, 0, 1});
    come(7L, "a");
    come(8L, "b");
    gate.release(10);
    arrivals().end(() -> told.add("end"));
    await(() -> told.contains("end"));
    assertEquals(List.of("end"), told);
    assertEquals(1, failures.size(), failures.toString());
  }

  @Test
  void tooMuchOfItStopsTheSocket() {
    for (int i = 0; i < 63; i++) {
      come(7L, LARGE);
    }
    assertTrue(channel.config().isAutoRead());
    come(7L, LARGE);
    assertFalse(channel.config().isAutoRead());
    assertTrue(arrivals().isPaused());
    gate.release(20);
    await(() -> told.size() == 20);
    assertFalse(channel.config().isAutoRead());
    gate.release(20);
    await(() -> channel.config().isAutoRead());
    assertFalse(arrivals().isPaused());
  }
}
