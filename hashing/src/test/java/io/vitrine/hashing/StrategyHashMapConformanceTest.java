package io.vitrine.hashing;

import com.google.common.collect.testing.MapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import java.util.Map;
import java.util.function.Supplier;
import junit.framework.Test;
import junit.framework.TestSuite;
import org.junit.runner.RunWith;
import org.junit.runners.AllTests;

/** The rules of the JDK's maps, as Guava tests them, with good hashes and with one that is none. */
@RunWith(AllTests.class)
public class StrategyHashMapConformanceTest {
  public static Test suite() {
    var suite = new TestSuite("StrategyHashMap");
    suite.addTest(suite("rapid", () -> new StrategyHashMap<>(HashStrategies.rapid())));
    suite.addTest(suite("siphash", () -> new StrategyHashMap<>(HashStrategies.siphash())));
    suite.addTest(
        suite("all collide", () -> new StrategyHashMap<>(HashStrategies.rapid(), (_, _) -> 7)));
    return suite;
  }

  private static Test suite(String name, Supplier<Map<String, String>> maps) {
    return MapTestSuiteBuilder.using(
            new TestStringMapGenerator() {
              @Override
              protected Map<String, String> create(Map.Entry<String, String>[] entries) {
                Map<String, String> map = maps.get();
                for (var entry : entries) {
                  map.put(entry.getKey(), entry.getValue());
                }
                return map;
              }
            })
        .named(name)
        .withFeatures(
            MapFeature.GENERAL_PURPOSE,
            MapFeature.ALLOWS_NULL_KEYS,
            MapFeature.ALLOWS_NULL_VALUES,
            MapFeature.ALLOWS_ANY_NULL_QUERIES,
            MapFeature.FAILS_FAST_ON_CONCURRENT_MODIFICATION,
            CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
            CollectionFeature.KNOWN_ORDER,
            CollectionSize.ANY)
        .createTestSuite();
  }
}
