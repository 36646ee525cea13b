package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Visitors;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Counts the frames that the methods of a map and its views cost. */
@SuppressWarnings("ReturnValueIgnored")
@ParameterizedClass
@EnumSource(WireEncoding.class)
class RoundTripTest {
  @Parameter private WireEncoding encoding;

  private static final Map<String, Long> OTHER = Map.of("x", 1L, "y", 2L);

  private Loopback loopback;
  private VitrineClient client;
  private ObservableMap<String, Long> map;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    client = loopback.client();
    map = client.map("m", String.class, Long.class);
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    loopback.close();
  }

  @TestFactory
  List<DynamicTest> oneRoundTripAtTheMost() {
    var tests = new ArrayList<DynamicTest>();
    calls()
        .forEach((name, call) ->
            tests.add(
                dynamicTest(
                    name,
                    () -> {
                      map.putAll(OTHER);
                      loopback.proxy.takeRequests();
                      call.accept(map);
                      int frames = loopback.proxy.takeRequests();
                      assertTrue(frames <= 1, name + " cost " + frames + " requests");
                    })));
    return tests;
  }

  private static Map<String, Consumer<ObservableMap<String, Long>>> calls() {
    var calls = new java.util.LinkedHashMap<String, Consumer<ObservableMap<String, Long>>>();
    calls.put("get", m -> m.get("x"));
    calls.put("getOrDefault", m -> m.getOrDefault("x", 1L));
    calls.put("containsKey", m -> m.containsKey("x"));
    calls.put("containsValue", m -> m.containsValue(1L));
    calls.put("size", m -> m.size());
    calls.put("isEmpty", m -> m.isEmpty());
    calls.put("put", m -> m.put("x", 2L));
    calls.put("set", m -> m.set("x", 2L));
    calls.put("putIfAbsent", m -> m.putIfAbsent("x", 2L));
    calls.put("putAll", m -> m.putAll(OTHER));
    calls.put("getAll", m -> m.getAll(List.of("x", "y", "z")));
    calls.put("remove", m -> m.remove("x"));
    calls.put("remove with value", m -> m.remove("x", 1L));
    calls.put("replace", m -> m.replace("x", 3L));
    calls.put("replace with old", m -> m.replace("x", 1L, 3L));
    calls.put("clear", m -> m.clear());
    calls.put("asyncUpdate", m -> m.asyncUpdate("x", Visitors.add(1)));
    calls.put("syncUpdate", m -> m.<Object>syncUpdate("x", Visitors.add(1), v -> v));
    calls.put("getVersioned", m -> m.getVersioned("x"));
    calls.put("compareAndSet", m -> m.compareAndSet("x", 1, 5L));
    calls.put("computeIfAbsent of what is there", m -> m.computeIfAbsent("x", _ -> 1L));
    calls.put("equals", m -> m.equals(OTHER));
    calls.put("hashCode", m -> m.hashCode());
    calls.put("toString", m -> m.toString());
    calls.put("forEach", m -> m.forEach((_, _) -> {}));
    calls.put("keySet", m -> m.keySet());
    calls.put("keySet.size", m -> m.keySet().size());
    calls.put("keySet.contains", m -> m.keySet().contains("x"));
    calls.put("keySet.containsAll", m -> m.keySet().containsAll(List.of("x", "y")));
    calls.put("keySet.remove", m -> m.keySet().remove("x"));
    calls.put("keySet.removeAll", m -> m.keySet().removeAll(List.of("x", "y")));
    calls.put("keySet.retainAll", m -> m.keySet().retainAll(List.of("x", "y")));
    calls.put("keySet.clear", m -> m.keySet().clear());
    calls.put("keySet.iterator", m -> m.keySet().forEach(_ -> {}));
    calls.put("keySet.isEmpty", m -> m.keySet().isEmpty());
    calls.put("values", m -> m.values());
    calls.put("values.contains", m -> m.values().contains(2L));
    calls.put("values.remove", m -> m.values().remove(2L));
    calls.put("values.removeAll", m -> m.values().removeAll(List.of(1L, 2L)));
    calls.put("values.iterator", m -> m.values().forEach(_ -> {}));
    calls.put("entrySet", m -> m.entrySet());
    calls.put("entrySet.contains", m -> m.entrySet().contains(Map.entry("x", 1L)));
    calls.put("entrySet.remove", m -> m.entrySet().remove(Map.entry("x", 1L)));
    calls.put("entrySet.iterator", m -> m.entrySet().forEach(_ -> {}));
    return calls;
  }
}
