package io.vitrine.collections;

import com.google.common.collect.testing.ConcurrentMapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import junit.extensions.TestSetup;
import junit.framework.Test;
import junit.framework.TestSuite;
import org.junit.runner.RunWith;
import org.junit.runners.AllTests;

/** The rules of the JDK's maps, as Guava tests them. */
@RunWith(AllTests.class)
public class MapConformanceTest {
  /** Maps used in turn: a test may have several at once, and clearing is faster than creating. */
  private static final int MAPS = 8;

  public static Test suite() {
    var suite = new TestSuite("ObservableMap");
    suite.addTest(suite("in memory", new Opened(null)));
    suite.addTest(suite("in files", new Opened("vitrine-conformance-")));
    return suite;
  }

  private static Test suite(String name, Opened opened) {
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

  /** A vitrine that is opened by the first test that asks: suites are also made to be listed. */
  private static final class Opened {
    private final String prefix;
    private Path folder;
    private Vitrine vitrine;

    /** Takes the prefix of the folder's name, or null for a vitrine in memory. */
    Opened(String prefix) {
      this.prefix = prefix;
    }

    Vitrine vitrine() {
      if (vitrine == null && prefix == null) {
        vitrine = Vitrine.inMemory();
      } else if (vitrine == null) {
        try {
          folder = Files.createTempDirectory(prefix);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        vitrine = Vitrine.open(folder);
      }
      return vitrine;
    }

    void close() {
      if (vitrine != null) {
        vitrine.close();
      }
      if (folder != null) {
        delete(folder);
      }
    }

    private static void delete(Path folder) {
      try (var files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
