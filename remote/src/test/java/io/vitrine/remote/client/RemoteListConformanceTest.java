package io.vitrine.remote.client;

import com.google.common.collect.testing.Helpers;
import com.google.common.collect.testing.ListTestSuiteBuilder;
import com.google.common.collect.testing.TestStringListGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.ListFeature;
import com.google.common.collect.testing.testers.ListListIteratorTester;
import io.vitrine.remote.wire.WireEncoding;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import junit.extensions.TestSetup;
import junit.framework.Test;
import junit.framework.TestSuite;
import org.junit.runner.RunWith;
import org.junit.runners.AllTests;

/** The rules of the JDK's lists, as Guava tests them, over a connection with pages of two. */
@RunWith(AllTests.class)
public class RemoteListConformanceTest {
  /**
   * All sequences of calls of an iterator: 120,000 requests in each encoding, to which the iterator
   * is the same. So they are made in binary only, and on the list that is not reversed.
   */
  private static List<Method> slow(WireEncoding encoding, boolean reversed) {
    return encoding == WireEncoding.CBOR && !reversed
        ? List.of()
        : List.of(
            Helpers.getMethod(ListListIteratorTester.class, "testListIterator_fullyModifiable"));
  }

  public static Test suite() {
    var all = new TestSuite("remote lists");
    for (WireEncoding encoding : WireEncoding.values()) {
      all.addTest(suite(encoding, false));
      all.addTest(suite(encoding, true));
    }
    return all;
  }

  /**
   * All features but these: null is refused, a list that processes share is not serializable, and
   * its iterators do not fail fast, since they go on while others change the list.
   */
  private static Test suite(WireEncoding encoding, boolean reversed) {
    var opened = new ConformanceServer(encoding);
    var far = new HashMap<String, List<String>>();
    Test tests =
        ListTestSuiteBuilder.using(
                new TestStringListGenerator() {
                  @Override
                  protected List<String> create(String[] elements) {
                    String name = opened.nextName();
                    var near = opened.near().list(name, String.class);
                    near.clear();
                    near.addAll(reversed ? List.of(elements).reversed() : List.of(elements));
                    var list =
                        far.computeIfAbsent(
                            name, _ -> opened.client().list(name, String.class));
                    return reversed ? list.reversed() : list;
                  }
                })
            .named((reversed ? "reversed " : "") + "remote list " + encoding)
            .suppressing(slow(encoding, reversed))
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
