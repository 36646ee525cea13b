package io.vitrine.remote.client;

import io.vitrine.collections.SetSubscriptionContract;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is promised of a set holds from far. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class RemoteSetSubscriptionTest extends SetSubscriptionContract {
  @Parameter private WireEncoding encoding;

  private Loopback loopback;

  @Override
  protected Vitrine openVitrine() throws IOException {
    loopback = new Loopback(encoding);
    return loopback.client();
  }

  @AfterEach
  @Override
  protected void close() throws IOException {
    super.close();
    loopback.close();
  }
}
