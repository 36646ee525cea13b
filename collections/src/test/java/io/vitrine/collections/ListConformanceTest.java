package io.vitrine.collections;

import com.google.common.collect.testing.ListTestSuiteBuilder;
import com.google.common.collect.testing.TestStringListGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.ListFeature;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import junit.extensions.TestSetup;
import junit.framework.Test;
import junit.framework.TestSuite;
import org.junit.runner.RunWith;
import org.junit.runners.AllTests;

/** The rules of the JDK's lists, as Guava tests them. */
@RunWith(AllTests.class)
public class ListConformanceTest {
  /** Lists used in turn: a test may have several at once, and clearing is faster than creating. */
  private static final int LISTS = 8;

  public static Test suite() {
    var suite = new TestSuite("ObservableList");
    suite.addTest(suite("in memory", new ConformanceVitrine(null), false));
    suite.addTest(suite("in memory, reversed", new ConformanceVitrine(null), true));
    suite.addTest(suite("in files", new ConformanceVitrine("vitrine-conformance-"), false));
    return suite;
  }

  /**
   * All features but these: null is refused, a list that processes share is not serializable, and
   * its iterators do not fail fast, since they go on while others change the list.
   */
  private static Test suite(String name, ConformanceVitrine opened, boolean reversed) {
    var count = new AtomicInteger();
    Test tests =
        ListTestSuiteBuilder.using(
                new TestStringListGenerator() {
                  @Override
                  protected List<String> create(String[] elements) {
                    var list =
                        opened.vitrine().list("l" + count.getAndIncrement() % LISTS, String.class);
                    list.clear();
                    list.addAll(reversed ? List.of(elements).reversed() : List.of(elements));
                    return reversed ? list.reversed() : list;
                  }
                })
            .named(name)
            .withFeatures(
                ListFeature.GENERAL_PURPOSE,
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
