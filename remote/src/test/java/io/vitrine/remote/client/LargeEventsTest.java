package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.collections.MapEvent;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.remote.wire.WireEncoding;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Events whose values take most of a frame. */
class LargeEventsTest {
  private final LinkedBlockingQueue<String> told = new LinkedBlockingQueue<>();

  /** Notes the lengths of the values. */
  private final class Lengths implements Subscriber<MapEvent<String, String>> {
    @Override
    public void onNext(MapEvent<String, String> event, long revision) {
      told.add(length(event.oldValue()) + ">" + length(event.value()));
    }

    @Override
    public void onBootstrapped(long revision) {
      told.add("bootstrapped");
    }

    @Override
    public void onCancelled(String reason) {
      told.add("cancelled");
    }

    @Override
    public void onError(Throwable failure) {
      told.add("error " + failure);
    }
  }

  private static String length(@Nullable String text) {
    return text == null ? "-" : String.valueOf(text.length());
  }

  private void expect(String event) throws InterruptedException {
    assertEquals(event, told.poll(60, TimeUnit.SECONDS));
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void oldValueThatHasNoRoomBesideTheNewOneIsLeftOut(WireEncoding encoding) throws Exception {
    try (var loopback = new Loopback(encoding);
        VitrineClient client = loopback.client()) {
      var near = loopback.vitrine.map("large", String.class, String.class);
      var far = client.map("large", String.class, String.class);
      Subscription<?> all = far.subscribe(SubscriptionOptions.all(), new Lengths());
      expect("bootstrapped");
      String text = "x".repeat(9 << 20);
      near.put("k", text);
      expect("->" + text.length());
      near.put("k", text + "y");
      expect("->" + (text.length() + 1));
      near.put("k", "short");
      expect((text.length() + 1) + ">5");
      near.remove("k");
      expect("5>-");
      all.cancel();
      expect("cancelled");
      // A lambda runs at the client, which sees only what is told.
      far.subscribe(
          SubscriptionOptions.<String, String>all().withFilter(e -> e.value().length() > 9),
          new Lengths());
      expect("bootstrapped");
      near.put("k", text);
      expect("->" + text.length());
      near.put("k", text + "y");
      expect("->" + (text.length() + 1));
      near.put("k", "short");
      expect((text.length() + 1) + ">-");
    }
  }
}
