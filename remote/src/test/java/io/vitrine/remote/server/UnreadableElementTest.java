package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.collections.MapSpec;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Iterators over what the server cannot read all of. */
@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class UnreadableElementTest {
  /** May refuse what it reads. */
  record Strict(long n) {
    static volatile long refused = -1;

    Strict {
      if (n == refused) {
        throw new IllegalArgumentException("no good: " + n);
      }
    }
  }

  @Test
  void elementThatCannotBeReadLeavesOutNoOther() throws Exception {
    try (Vitrine vitrine = Vitrine.inMemory(new TypeRegistry().register(Strict.class))) {
      var map = vitrine.map("/maps/m", MapSpec.of(String.class, Strict.class));
      Strict.refused = -1;
      for (int i = 0; i < 50; i++) {
        map.put("k" + i, new Strict(i));
      }
      try (VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
          Telnet nc = new Telnet(server.address(), WireEncoding.YAML)) {
        nc.send("/maps/m?view=keySet", 1L, "size: []");
        nc.read();
        Strict.refused = 25;
        Set<Object> seen = new HashSet<>();
        nc.send("/maps/m?view=entrySet", 2L, "iterator: []");
        long cid = nc.read().cid();
        boolean ended = false;
        int failures = 0;
        for (long tid = 3; !ended && tid < 200; tid++) {
          nc.type(
              "--- !!meta-data {cid: " + cid + ", tid: " + tid + "}\n--- !!data\nnext: 100\n...\n");
          Telnet.Answer answer = nc.read();
          if (answer.data().containsKey("exception")) {
            failures++;
          } else {
            Map<?, ?> page = (Map<?, ?>) answer.reply();
            ((List<?>) page.get("elements")).forEach(e -> seen.add(((Map<?, ?>) e).get("key")));
            ended = Boolean.TRUE.equals(page.get("end"));
          }
        }
        assertEquals(1, failures);
        assertEquals(49, seen.size());
      } finally {
        Strict.refused = -1;
      }
    }
  }
}
