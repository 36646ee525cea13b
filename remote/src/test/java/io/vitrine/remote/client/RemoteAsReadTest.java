package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.collections.AsReadContract;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** From far. */
@SuppressWarnings("NullAway") // A null that is looked for.
@ParameterizedClass
@EnumSource(WireEncoding.class)
class RemoteAsReadTest extends AsReadContract {
  @Parameter private WireEncoding encoding;

  private Loopback loopback;
  private VitrineClient client;

  @Override
  protected Vitrine vitrine() {
    return client;
  }

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    client = loopback.client();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    loopback.close();
  }

  @Test
  void nullIsNoValueThatCouldBeRemoved() throws Exception {
    var map = client.map("m", String.class, Long.class);
    map.put("a", 1L);
    assertEquals(false, map.remove("a", null));
    assertEquals(false, map.async().remove("a", (Object) null).get(60, TimeUnit.SECONDS));
    assertEquals(1L, map.get("a"));
  }
}
