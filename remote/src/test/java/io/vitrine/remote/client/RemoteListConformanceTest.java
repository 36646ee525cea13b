package io.vitrine.remote.client;

import com.google.common.collect.testing.ListTestSuiteBuilder;
import com.google.common.collect.testing.TestStringListGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.ListFeature;
import io.vitrine.remote.wire.WireEncoding;
import java.util.List;
import junit.extensions.TestSetup;
import junit.framework.Test;
import junit.framework.TestSuite;
import org.junit.runner.RunWith;
import org.junit.runners.AllTests;

/** The rules of the JDK's lists, as Guava tests them, over a connection with pages of two. */
@RunWith(AllTests.class)
public class RemoteListConformanceTest {
  public static Test suite() {
    var all = new TestSuite("remote lists");
    for (WireEncoding encoding : WireEncoding.values()) {
      all.addTest(suite(encoding));
    }
    return all;
  }

  /**
   * All features but these: null is refused, a list that processes share is not serializable, and
   * its iterators do not fail fast, since they go on while others change the list.
   */
  private static Test suite(WireEncoding encoding) {
    var opened = new ConformanceServer(encoding);
    Test tests =
        ListTestSuiteBuilder.using(
                new TestStringListGenerator() {
                  @Override
                  protected List<String> create(String[] elements) {
                    var list = opened.client().list(opened.nextName(), String.class);
                    list.clear();
                    list.addAll(List.of(elements));
                    return list;
                  }
                })
            .named("remote list " + encoding)
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
