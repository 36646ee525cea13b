package io.vitrine.collections;

import com.google.common.collect.testing.SetTestSuiteBuilder;
import com.google.common.collect.testing.TestStringSetGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import junit.extensions.TestSetup;
import junit.framework.Test;
import junit.framework.TestSuite;
import org.junit.runner.RunWith;
import org.junit.runners.AllTests;

/** The rules of the JDK's sets, as Guava tests them. */
@RunWith(AllTests.class)
public class SetConformanceTest {
  /** Sets used in turn: a test may have several at once, and clearing is faster than creating. */
  private static final int SETS = 8;

  public static Test suite() {
    var suite = new TestSuite("ObservableSet");
    suite.addTest(suite("in memory", new ConformanceVitrine(null)));
    suite.addTest(suite("in files", new ConformanceVitrine("vitrine-conformance-")));
    return suite;
  }

  /**
   * All features but these: the order of elements is that of their hashes, null is refused, a set
   * that processes share is not serializable, and its iterators do not fail fast.
   */
  private static Test suite(String name, ConformanceVitrine opened) {
    var count = new AtomicInteger();
    Test tests =
        SetTestSuiteBuilder.using(
                new TestStringSetGenerator() {
                  @Override
                  protected Set<String> create(String[] elements) {
                    var spec = ElementSpec.of(String.class).withSegments(4);
                    var set = opened.vitrine().set("s" + count.getAndIncrement() % SETS, spec);
                    set.clear();
                    set.addAll(List.of(elements));
                    return set;
                  }
                })
            .named(name)
            .withFeatures(
                CollectionFeature.SUPPORTS_ADD,
                CollectionFeature.SUPPORTS_REMOVE,
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
