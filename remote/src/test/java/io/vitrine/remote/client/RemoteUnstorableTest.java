package io.vitrine.remote.client;

import io.vitrine.collections.UnstorableContract;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** From far. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class RemoteUnstorableTest extends UnstorableContract {
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
    loopback.types.register(Pair.class);
    client = loopback.client();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    loopback.close();
  }
}
