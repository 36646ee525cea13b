package io.vitrine.remote.client;

import com.google.common.collect.testing.ConcurrentMapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import io.vitrine.collections.MapSpec;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import junit.extensions.TestSetup;
import junit.framework.Test;
import junit.framework.TestSuite;
import org.junit.runner.RunWith;
import org.junit.runners.AllTests;

/** The rules of the JDK's maps, as Guava tests them, over a connection with pages of two. */
@RunWith(AllTests.class)
public class RemoteMapConformanceTest {
  /** Maps used in turn: a test may have several at once, and clearing is faster than creating. */
  private static final int MAPS = 8;

  public static Test suite() throws IOException {
    var all = new TestSuite("remote");
    for (WireEncoding encoding : WireEncoding.values()) {
      all.addTest(suite(encoding));
    }
    return all;
  }

  /**
   * All features but these: null is refused as key, as value and in questions, as by all concurrent
   * maps; the order of entries is that of the hashes of their keys; a map at a server is not
   * serializable, and its iterators do not fail fast, since they go on while others change it.
   */
  private static Test suite(WireEncoding encoding) throws IOException {
    Vitrine vitrine = Vitrine.inMemory();
    VitrineServer server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
    VitrineClient client =
        VitrineClient.connect(
            "127.0.0.1",
            server.address().getPort(),
            new TypeRegistry(),
            ClientOptions.DEFAULT.withPageElements(2).withEncoding(encoding));
    List<ObservableMap<String, String>> maps = new ArrayList<>();
    for (int i = 0; i < MAPS; i++) {
      maps.add(client.map("m" + i, MapSpec.of(String.class, String.class).withSegments(4)));
    }
    var count = new AtomicInteger();
    Test tests =
        ConcurrentMapTestSuiteBuilder.using(
                new TestStringMapGenerator() {
                  @Override
                  protected Map<String, String> create(Map.Entry<String, String>[] entries) {
                    var map = maps.get(count.getAndIncrement() % MAPS);
                    map.clear();
                    for (var entry : entries) {
                      map.put(entry.getKey(), entry.getValue());
                    }
                    return map;
                  }
                })
            .named("remote " + encoding)
            .withFeatures(
                MapFeature.GENERAL_PURPOSE,
                CollectionFeature.SUPPORTS_ITERATOR_REMOVE,
                CollectionSize.ANY)
            .createTestSuite();
    return new TestSetup(tests) {
      @Override
      protected void tearDown() {
        client.close();
        server.close();
        vitrine.close();
      }
    };
  }
}
