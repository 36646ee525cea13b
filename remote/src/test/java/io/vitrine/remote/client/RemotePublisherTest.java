package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.Bookmark;
import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.Filters;
import io.vitrine.collections.Overflow;
import io.vitrine.collections.SubscriptionOptions;
import io.vitrine.remote.wire.WireEncoding;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Streams from far that could never tell anything are refused. */
class RemotePublisherTest {
  private static final Bookmark PLACE = new Bookmark(0, 0);

  @Test
  void aPlaceIsRefused_whereAFilterHereSeesTheLatestOnly() throws Exception {
    try (var loopback = new Loopback(WireEncoding.YAML);
        VitrineClient client = loopback.client()) {
      var map = client.map("m", String.class, Long.class);
      var latest =
          SubscriptionOptions.<String, Long>all()
              .withOverflow(Overflow.LATEST)
              .withFilter(entry -> entry.value() > 0);
      var placed = latest.withFrom(PLACE);
      var refused = assertThrows(IllegalArgumentException.class, () -> map.asPublisher(placed));
      assertTrue(String.valueOf(refused.getMessage()).contains("withFrom"), refused.getMessage());
      for (SubscriptionOptions<String, Long> possible :
          List.of(
              latest,
              placed.withKnown(Map.of()),
              placed.withOverflow(Overflow.EVERY),
              placed.withSelect(entry -> entry.value() + 1),
              placed.withFilter(Filters.value().gt(0)))) {
        assertNotNull(map.asPublisher(possible));
      }
      var set = client.set("s", String.class);
      var ofSet =
          ElementOptions.<String>all()
              .withOverflow(Overflow.LATEST)
              .withFilter(element -> !element.isEmpty())
              .withFrom(PLACE);
      assertThrows(IllegalArgumentException.class, () -> set.asPublisher(ofSet));
      var list = client.list("l", String.class);
      assertNotNull(list.asPublisher(ofSet), "changes of a list are not joined");
    }
  }
}
