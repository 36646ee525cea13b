package io.vitrine.remote.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.collections.ObservableList;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.remote.server.VitrineServer;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Lambdas that run at the caller, for elements of a list on a server. */
@ParameterizedClass
@EnumSource(WireEncoding.class)
class RemoteListVisitorTest {
  /** The server need not know it. */
  record Name(String first, int born) implements Comparable<Name> {
    @Override
    public int compareTo(Name other) {
      return Integer.compare(born, other.born);
    }
  }

  /** Bytes of an element of which two are more than a frame. */
  private static final int LARGE = 60_000;

  @Parameter private WireEncoding encoding;

  private Loopback loopback;
  private VitrineClient client;
  private List<Long> beside;
  private ObservableList<Long> list;

  @BeforeEach
  void start() throws IOException {
    loopback = new Loopback(encoding);
    client = loopback.client();
    beside = loopback.vitrine.list("l", Long.class);
    list = client.list("l", Long.class);
    beside.addAll(List.of(1L, 2L, 3L));
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    loopback.close();
  }

  @Test
  void whatBecomesOfOthersDoesNotMatter() {
    var seen = new ArrayList<Long>();
    Long made =
        list.syncUpdate(
            1,
            element -> {
              seen.add(element);
              beside.add(9L);
              beside.set(0, 8L);
              return element + 10;
            },
            Function.identity());
    assertEquals(12L, made);
    list.asyncUpdate(
        2,
        element -> {
          seen.add(element);
          beside.add(7L);
          return null;
        });
    assertEquals(List.of(2L, 3L), seen);
    assertEquals(List.of(8L, 12L, 9L, 7L), beside);
  }

  @Test
  void whereAnotherElementIsThereItRunsAgainWithThat() {
    var seen = new ArrayList<Long>();
    client.sync();
    loopback.proxy.takeRequests();
    Long made =
        list.syncUpdate(
            1,
            element -> {
              seen.add(element);
              if (seen.size() == 1) {
                beside.remove(0);
              }
              return element + 10;
            },
            Function.identity());
    assertEquals(13L, made);
    assertEquals(List.of(2L, 3L), seen);
    assertEquals(List.of(2L, 13L), beside);
    client.sync();
    assertEquals(3, loopback.proxy.takeRequests() - 1, "one to look, one for each try");
    assertThrows(
        IndexOutOfBoundsException.class,
        () ->
            list.asyncUpdate(
                1,
                element -> {
                  beside.clear();
                  return element + 1;
                }));
    assertThrows(IndexOutOfBoundsException.class, () -> list.asyncUpdate(-1, _ -> 1L));
  }

  /** Written where the store is open, an element may fill a frame alone. */
  @Test
  void elementsThatDoNotGoIntoAFrameTogether() throws IOException {
    List<String> there = loopback.vitrine.list("large", String.class);
    there.addAll(List.of("a".repeat(LARGE), "b".repeat(LARGE)));
    var frame = new FrameLimits(LARGE + LARGE / 2, 64, 60_000);
    try (VitrineClient small = loopback.client(loopback.options().withFrame(frame))) {
      ObservableList<String> large = small.list("large", String.class);
      var seen = new ArrayList<Character>();
      String made =
          large.syncUpdate(
              1,
              element -> {
                seen.add(element.charAt(0));
                there.add("z");
                return "c".repeat(LARGE);
              },
              Function.identity());
      assertEquals("c".repeat(LARGE), made);
      large.asyncUpdate(
          0,
          element -> {
            seen.add(element.charAt(0));
            if (seen.size() == 2) {
              there.set(0, "d".repeat(LARGE));
            }
            return "e".repeat(LARGE);
          });
      assertEquals(List.of('b', 'a', 'd'), seen, "again where another is there, and only then");
      large.asyncUpdate(1, _ -> null);
      assertEquals(List.of("e".repeat(LARGE), "z"), there);
      assertThrows(
          IndexOutOfBoundsException.class,
          () ->
              large.asyncUpdate(
                  0,
                  _ -> {
                    there.clear();
                    return "f".repeat(LARGE);
                  }));
    }
  }

  /** What came here goes back as what was seen, and is known again. */
  @Test
  void elementsOfAllTypesAreKnownAgain() {
    ObservableList<Object> any = client.list("any", Object.class);
    any.addAll(
        List.of(
            Double.NaN,
            -0.0,
            1.5f,
            new BigDecimal("1.50"),
            Instant.EPOCH,
            new byte[] {1, 2},
            'c',
            Map.of("a", List.of(1, 2.5)),
            new Loopback.Person("ada", 36)));
    for (int i = any.size() - 1; i >= 0; i--) {
      int[] runs = {0};
      any.asyncUpdate(
          i,
          _ -> {
            assertEquals(1, ++runs[0]);
            return "new";
          });
    }
    assertEquals(9, any.size());
    assertEquals(List.of("new"), any.stream().distinct().toList());
    ObservableList<Float> floats = client.list("floats", Float.class);
    floats.addAll(Arrays.asList(0.1f, Float.NaN, -0.0f));
    for (int i = 0; i < floats.size(); i++) {
      assertEquals(7f, floats.syncUpdate(i, _ -> 7f, Function.identity()));
    }
  }

  @Test
  void recordsThatTheServerDoesNotKnow(@TempDir Path folder) throws IOException {
    try (Vitrine owner = Vitrine.open(folder);
        Vitrine served = Vitrine.open(folder, new TypeRegistry());
        VitrineServer server = VitrineServer.start(served, ServerOptions.DEFAULT);
        VitrineClient far =
            VitrineClient.connect(
                "127.0.0.1",
                server.address().getPort(),
                new TypeRegistry().register(Name.class),
                loopback.options())) {
      List<Name> there = owner.list("names", Name.class);
      var ada = new Name("ada", 1815);
      var bob = new Name("bob", 1700);
      there.addAll(List.of(ada, bob));
      ObservableList<Name> names = far.list("names", Name.class);
      names.sort(null);
      assertEquals(List.of(bob, ada), there);
      ObservableList<Object> existing =
          Objects.requireNonNull(far.existingList("names"), "existing");
      existing.sort(descending());
      assertEquals(List.of(ada, bob), there);
      existing.sort(null);
      assertEquals(List.of(bob, ada), there);
      existing.reversed().sort(null);
      assertEquals(List.of(ada, bob), there);
      existing.subList(0, 2).sort(null);
      assertEquals(List.of(bob, ada), there);
      assertEquals(
          new Name("bob", 1),
          names.syncUpdate(0, n -> new Name(n.first(), 1), Function.identity()));
      existing.asyncUpdate(1, _ -> bob);
      assertEquals(List.of(new Name("bob", 1), bob), there);
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // What has no order is refused.
  private static Comparator<Object> descending() {
    return (Comparator) Comparator.reverseOrder();
  }
}
