package io.vitrine.remote.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.store.TypedValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("NullAway") // A null where there must be none fails the test.
class RecordingTest {
  private static final FrameLimits LIMITS = FrameLimits.DEFAULT;

  @TempDir private Path folder;

  private static List<Recorded> read(byte[] bytes) throws IOException {
    var all = new ArrayList<Recorded>();
    try (var reader = new RecordingReader(new ByteArrayInputStream(bytes), LIMITS)) {
      for (Recorded next = reader.next(); next != null; next = reader.next()) {
        all.add(next);
      }
    }
    return all;
  }

  private static byte[] write(List<Recorded> all, WireEncoding encoding) throws IOException {
    var out = new ByteArrayOutputStream();
    try (var writer = new RecordingWriter(out, encoding, LIMITS, false)) {
      for (Recorded next : all) {
        writer.write(next);
      }
    }
    return out.toByteArray();
  }

  @Test
  void isConvertedEitherWayWithoutLoss() throws IOException {
    var all = new ArrayList<Recorded>();
    for (long seed = 0; seed < 1_000; seed++) {
      var mark =
          new Recorded.Mark(
              1_700_000_000_123_456_789L + seed * 999_999_937L,
              seed % 5 + 1,
              seed % 2 == 0,
              seed % 3);
      var message =
          new Message(
              Routing.to("/maps/x", seed),
              List.of(new Event("put", Arrays.asList(seed, new RandomValues(seed).next()))),
              seed % 7 != 0);
      all.add(new Recorded(seed % 11 == 0 ? null : mark, message));
    }
    byte[] text = write(all, WireEncoding.YAML);
    byte[] binary = write(all, WireEncoding.CBOR);
    List<Recorded> back = read(binary);
    assertEquals(all.size(), back.size());
    for (int i = 0; i < all.size(); i++) {
      assertEquals(all.get(i).mark(), back.get(i).mark());
      TextFramingTest.assertSame(all.get(i).message(), back.get(i).message(), "message " + i);
    }
    assertArrayEquals(text, write(back, WireEncoding.YAML));
    assertArrayEquals(binary, write(read(text), WireEncoding.CBOR));
  }

  @Test
  void isReadable() throws IOException {
    var mark = new Recorded.Mark(1_700_000_000_120_000_000L, 3, true, 2);
    var message = Message.of(Routing.to("/maps/prices", 7L), "get", "EURUSD");
    assertEquals(
        """
        --- !!recorded {at: "2023-11-14T22:13:20.120Z", connection: 3, from: client, lost: 2}
        --- !!meta-data
        csp: /maps/prices
        tid: 7
        --- !!data
        get: EURUSD
        ...
        """,
        new String(write(List.of(new Recorded(mark, message)), WireEncoding.YAML), UTF_8));
  }

  @Test
  void handWrittenMessagesAreARecordingToo() throws IOException {
    byte[] text = "# hi\nget: a\n...\n--- !!data\n{put: [a, 1]}\n...\n\nget: b".getBytes(UTF_8);
    List<Recorded> all = read(text);
    assertEquals(List.of("get", "put", "get"), all.stream().map(RecordingTest::event).toList());
    assertEquals(all, read(write(all, WireEncoding.CBOR)));
  }

  private static String event(Recorded recorded) {
    return recorded.message().events().getFirst().name();
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void whatIsCutOrDamagedSaysWhere(WireEncoding encoding) throws IOException {
    var mark = new Recorded.Mark(0, 1, true, 0);
    var one = new Recorded(mark, Message.of(Routing.to("/", 1L), "list", List.of()));
    byte[] two = write(List.of(one, one), encoding);
    byte[] damaged = two.clone();
    int place = encoding == WireEncoding.YAML ? two.length - 7 : two.length - 1;
    damaged[place] = (byte) 0xFF;
    var e = assertThrows(WireException.class, () -> read(damaged));
    assertTrue(e.getMessage().startsWith("message 2: "), e.getMessage());
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void ofOneThatIsCutAllThatIsWholeIsRead(WireEncoding encoding) throws IOException {
    var mark = new Recorded.Mark(0, 1, true, 0);
    var one = new Recorded(mark, Message.of(Routing.to("/", 1L), "list", List.of()));
    int length = write(List.of(one), encoding).length;
    byte[] two = write(List.of(one, one), encoding);
    int end = encoding == WireEncoding.YAML ? two.length - 1 : two.length; // but for a line's end
    for (int bytes = 0; bytes <= two.length; bytes++) {
      var in = new ByteArrayInputStream(two, 0, bytes);
      try (var reader = new RecordingReader(in, LIMITS)) {
        int messages = 0;
        while (reader.next() != null) {
          messages++;
        }
        int whole = bytes >= end ? 2 : bytes >= length - (two.length - end) ? 1 : 0;
        assertEquals(whole, messages, "of " + bytes + " bytes");
        boolean cut = reader.isCut();
        assertEquals(!isWhole(bytes, length, two.length, encoding), cut, "of " + bytes + " bytes");
        if (cut && bytes >= length) {
          assertEquals(length, reader.wholeBytes(), "of " + bytes + " bytes");
        }
      }
    }
  }

  private static boolean isWhole(int bytes, int one, int two, WireEncoding encoding) {
    boolean text = encoding == WireEncoding.YAML;
    return bytes == 0
        || (!text && bytes == BinaryLayout.PREFACE.length)
        || bytes == one
        || bytes == two
        || (text && (bytes == one - 1 || bytes == two - 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a.yaml", "a.cbor"})
  void whatIsCutIsMendedBeforeMoreIsAppended(String name) throws IOException {
    Path file = folder.resolve(name);
    var message = Message.of(Routing.to("/", 1L), "list", List.of("x".repeat(100)));
    for (int i = 0; i < 2; i++) {
      try (var recorder = FileRecorder.open(file, LIMITS)) {
        recorder.record(1, true, message);
        recorder.record(1, true, message);
      }
      byte[] bytes = Files.readAllBytes(file);
      Files.write(file, Arrays.copyOf(bytes, bytes.length - 30));
    }
    try (var recorder = FileRecorder.open(file, LIMITS)) {
      recorder.record(1, true, message);
    }
    List<Recorded> all = read(Files.readAllBytes(file));
    assertEquals(3, all.size());
    assertTrue(all.stream().allMatch(recorded -> recorded.message().equals(message)));
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 5));
    try (var recorder = FileRecorder.open(file, LIMITS)) {
      recorder.record(1, true, message);
    }
    assertEquals(1, read(Files.readAllBytes(file)).size());
  }

  @Test
  void secretsAreMaskedAtAnyDepth() {
    var hello =
        Message.of(
            Routing.NONE, "hello", Map.of("token", "s3cret", "session", "abc", "version", 1L));
    assertEquals(
        Map.of("token", "***", "session", "***", "version", 1L),
        Masks.mask(hello).events().getFirst().argument());
    var reply =
        Message.of(
            Routing.answer(1L), "reply", Map.of("server", "v", "resumed", false, "session", "x"));
    assertEquals(
        Map.of("server", "v", "resumed", false, "session", "***"),
        Masks.mask(reply).events().getFirst().argument());
    var described = Message.of(Routing.answer(2L), "reply", Map.of("hashSeed", 5L, "size", 1L));
    assertEquals(
        Map.of("hashSeed", "***", "size", 1L),
        Masks.mask(described).events().getFirst().argument());
    var put =
        Message.of(
            Routing.NONE,
            "put",
            List.of("k", new TypedValue("User", Map.of("Password", "p", "session", 1L))));
    assertEquals(
        List.of("k", new TypedValue("User", Map.of("Password", "***", "session", 1L))),
        Masks.mask(put).events().getFirst().argument());
    var handler = new TypedValue("Sum", Map.of("secret", "p"));
    var opened = new Message(new Routing("/", null, 1L, handler, null, null), List.of(), true);
    assertEquals(
        new TypedValue("Sum", Map.of("secret", "***")), Masks.mask(opened).routing().handler());
    for (String wrong : List.of("hello", "token", "Password")) {
      var bare = Message.of(Routing.NONE, wrong, "p");
      assertEquals("***", Masks.mask(bare).events().getFirst().argument(), wrong);
    }
    var keys = Message.of(Routing.NONE, "put", Map.of(Map.of("secret", "p"), 1L));
    assertEquals(
        Map.of(Map.of("secret", "***"), 1L), Masks.mask(keys).events().getFirst().argument());
    var plain = Message.of(Routing.NONE, "put", List.of("k", Map.of("a", List.of("token"))));
    assertEquals(plain, Masks.mask(plain));
  }

  @Test
  void recorderAppendsToItsOwnKind() throws IOException {
    var message = Message.of(Routing.NONE, "hello", Map.of("token", "s3cret"));
    for (String name : List.of("a.yaml", "a.cbor")) {
      Path file = folder.resolve(name);
      for (int i = 0; i < 2; i++) {
        try (var recorder = FileRecorder.open(file, LIMITS)) {
          for (int n = 0; n < 100; n++) {
            recorder.record(n, n % 2 == 0, message);
          }
        }
      }
      List<Recorded> all = read(Files.readAllBytes(file));
      assertEquals(200, all.size());
      assertEquals(1, all.get(101).mark().connection());
      assertEquals(Masks.mask(message), all.get(199).message());
    }
    Files.move(folder.resolve("a.cbor"), folder.resolve("b.yaml"));
    var e =
        assertThrows(IOException.class, () -> FileRecorder.open(folder.resolve("b.yaml"), LIMITS));
    assertTrue(e.getMessage().contains("holds a recording in binary"), e.getMessage());
  }
}
