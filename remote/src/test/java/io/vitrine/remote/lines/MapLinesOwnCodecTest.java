package io.vitrine.remote.lines;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.store.Codec;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compact maps of a codec that the one who exports and imports has not got. */
class MapLinesOwnCodecTest {
  record Cents(long count) {}

  private static final class CentsCodec implements Codec<Cents> {
    @Override
    public String typeName() {
      return "!Cents";
    }

    @Override
    public int fixedSize() {
      return Long.BYTES;
    }

    @Override
    public long sizeOf(Cents value) {
      return Long.BYTES;
    }

    @Override
    public void write(Cents value, MemorySegment target, long offset) {
      target.set(ValueLayout.JAVA_LONG_UNALIGNED, offset, value.count());
    }

    @Override
    public Cents read(MemorySegment source, long offset, long length) {
      return new Cents(source.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
    }
  }

  private static StoreMap<Cents, Cents> map(Store store, String path) {
    var codec = new CentsCodec();
    return store.map(path, MapOptions.of(codec, codec).withSegments(4).compact());
  }

  private static void read(Store store, String path, String text) {
    var in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    assertEquals(100, MapLines.read(store, path, "f", in).entries());
  }

  @ParameterizedTest
  @EnumSource
  void areExportedAndImported(LineFormat format) {
    try (Store store = Stores.inMemory()) {
      StoreMap<Cents, Cents> from = map(store, "/maps/from");
      for (long i = 0; i < 100; i++) {
        from.put(new Cents(i), new Cents(-i));
      }
      var out = new StringWriter();
      MapLines.write(store, "/maps/from", format, out);
      StoreMap<Cents, Cents> compact = map(store, "/maps/compact");
      read(store, "/maps/compact", out.toString());
      read(store, "/maps/anew", out.toString());
      for (StoreMap<Cents, Cents> to : List.of(compact, map(store, "/maps/anew"))) {
        assertEquals(100, to.size());
        from.forEach((key, value) -> assertEquals(value, to.get(key)));
      }
    }
  }
}
