package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.collections.MapSpec;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Updates whose answers fail. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class DoneOnceTest {
  /** Cannot be told. */
  record Bad(long n) {
    @Override
    public long n() {
      throw new IllegalStateException("not now");
    }
  }

  /** Makes one. */
  record MakeBad() implements Function<Object, Object> {
    @Override
    public Object apply(Object value) {
      return new Bad(1);
    }
  }

  @Test
  void anUpdateIsMadeOnceWhateverItsAnswer() throws Exception {
    var types = new TypeRegistry().register(Bad.class).register(MakeBad.class);
    try (Vitrine vitrine = Vitrine.inMemory(types);
        VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
        Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
      var map = vitrine.map("/maps/n", MapSpec.of(String.class, Long.class));
      String answer = nc.ask("/maps/n", 1, "syncUpdate: [k, !Add {amount: 1}, !MakeBad {}]");
      assertTrue(answer.contains("not now"), answer);
      assertEquals(1L, map.get("k"));
    }
  }
}
