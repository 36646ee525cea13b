package io.vitrine.collections;

import com.google.common.collect.testing.ConcurrentMapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import junit.extensions.TestSetup;
import junit.framework.Test;
import junit.framework.TestSuite;
import org.junit.runner.RunWith;
import org.junit.runners.AllTests;

/**
 * The rules of the JDK's maps, as Guava tests them; the suite for concurrent maps contains the one
 * for maps. All features but these: null is refused as key, as value and in questions, as by all
 * concurrent maps; there is no order; a map that processes share is not serializable, and its
 * iterators do not fail fast.
 */
@RunWith(AllTests.class)
public class MapConformanceTest {
  /** Maps used in turn: a test may have several at once, and clearing is faster than creating. */
  private static final int MAPS = 8;

  public static Test suite() {
    var suite = new TestSuite("ObservableMap");
    suite.addTest(suite("in memory", new ConformanceVitrine(null)));
    suite.addTest(suite("in files", new ConformanceVitrine("vitrine-conformance-")));
    return suite;
  }

  private static Test suite(String name, ConformanceVitrine opened) {
    var count = new AtomicInteger();
    Test tests =
        ConcurrentMapTestSuiteBuilder.using(
                new TestStringMapGenerator() {
                  @Override
                  protected Map<String, String> create(Map.Entry<String, String>[] entries) {
                    var spec = MapSpec.of(String.class, String.class).withSegments(4);
                    var map = opened.vitrine().map("m" + count.getAndIncrement() % MAPS, spec);
                    map.clear();
                    for (var entry : entries) {
                      map.put(entry.getKey(), entry.getValue());
                    }
                    return map;
                  }
                })
            .named(name)
            .withFeatures(
                MapFeature.GENERAL_PURPOSE,
                CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                CollectionSize.ANY)
            .createTestSuite();
    return new TestSetup(tests) {
      @Override
      protected void tearDown() {
        opened.close();
      }
    };
  }
}
