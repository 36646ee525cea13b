package io.vitrine.remote.client;

import com.google.common.collect.testing.SetTestSuiteBuilder;
import com.google.common.collect.testing.TestStringSetGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import io.vitrine.collections.ElementSpec;
import io.vitrine.remote.wire.WireEncoding;
import java.util.List;
import java.util.Set;
import junit.extensions.TestSetup;
import junit.framework.Test;
import junit.framework.TestSuite;
import org.junit.runner.RunWith;
import org.junit.runners.AllTests;

/** The rules of the JDK's sets, as Guava tests them, over a connection with pages of two. */
@RunWith(AllTests.class)
public class RemoteSetConformanceTest {
  public static Test suite() {
    var all = new TestSuite("remote sets");
    for (WireEncoding encoding : WireEncoding.values()) {
      all.addTest(suite(encoding));
    }
    return all;
  }

  /**
   * All features but these: the order of elements is that of their hashes, null is refused, a set
   * that processes share is not serializable, and its iterators do not fail fast.
   */
  private static Test suite(WireEncoding encoding) {
    var opened = new ConformanceServer(encoding);
    Test tests =
        SetTestSuiteBuilder.using(
                new TestStringSetGenerator() {
                  @Override
                  protected Set<String> create(String[] elements) {
                    var spec = ElementSpec.of(String.class).withSegments(4);
                    var set = opened.client().set(opened.nextName(), spec);
                    set.clear();
                    set.addAll(List.of(elements));
                    return set;
                  }
                })
            .named("remote set " + encoding)
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
