package io.vitrine.chronicle;

import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.UUID;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;
import net.openhft.chronicle.values.Values;

/** Makes files of Chronicle Map, in a JVM of its own: the arguments are a folder and a number. */
final class SampleFiles {
  private SampleFiles() {}

  public static void main(String[] args) throws IOException {
    System.setProperty("chronicle.analytics.disable", "true");
    Path folder = Path.of(args[0]);
    int count = Integer.parseInt(args[1]);
    strings(folder, count);
    values(folder, count);
    try (ChronicleMap<Long, Samples.Quote> map =
        ChronicleMap.of(Long.class, Samples.Quote.class)
            .averageValueSize(120)
            .entries(count)
            .createPersistedTo(file(folder, "quotes"))) {
      for (long i = 0; i < count; i++) {
        map.put(i, new Samples.Quote(i));
      }
    }
    try (ChronicleMap<Integer, Samples.Raw> map =
        ChronicleMap.of(Integer.class, Samples.Raw.class)
            .averageValueSize(20)
            .entries(count)
            .createPersistedTo(file(folder, "raws"))) {
      for (int i = 0; i < count; i++) {
        map.put(i, new Samples.Raw(i));
      }
    }
    legacy(folder, count);
    try (ChronicleMap<byte[], byte[]> map =
        ChronicleMap.of(byte[].class, byte[].class)
            .averageKeySize(4)
            .averageValueSize(30)
            .entries(count)
            .createPersistedTo(file(folder, "bytes"))) {
      for (int i = 0; i < count; i++) {
        map.put(new byte[] {1, (byte) (i >> 8), (byte) i}, new byte[i % 60]);
      }
    }
  }

  private static File file(Path folder, String name) {
    return folder.resolve(name + ".dat").toFile();
  }

  private static void strings(Path folder, int count) throws IOException {
    try (ChronicleMap<String, String> map =
        ChronicleMap.of(String.class, String.class)
            .averageKey("key0000")
            .averageValue("a value 0000")
            .entries(count * 10L)
            .createPersistedTo(file(folder, "strings"))) {
      for (int i = 0; i < count * 10; i++) {
        map.put("kéy" + i, "v".repeat(i % 40) + i);
      }
    }
    try (ChronicleMap<String, Object> map =
        ChronicleMapBuilder.of(String.class, Object.class)
            .averageKey("key0000")
            .averageValueSize(20)
            .valueMarshaller(new Samples.UpperCase())
            .entries(count)
            .createPersistedTo(file(folder, "marshalled"))) {
      map.put("a", "text");
    }
  }

  private static void values(Path folder, int count) throws IOException {
    try (ChronicleMap<CharSequence, LongValue> map =
        ChronicleMap.of(CharSequence.class, LongValue.class)
            .averageKey("key0000")
            .entries(count)
            .createPersistedTo(file(folder, "longs"))) {
      LongValue value = Values.newHeapInstance(LongValue.class);
      for (int i = 0; i < count; i++) {
        value.setValue(-i);
        map.put("k" + i, value);
      }
    }
    try (ChronicleMap<Integer, Samples.Position> map =
        ChronicleMap.of(Integer.class, Samples.Position.class)
            .entries(count)
            .createPersistedTo(file(folder, "positions"))) {
      Samples.Position value = Values.newHeapInstance(Samples.Position.class);
      for (int i = 0; i < count; i++) {
        value.setX(i / 2.0);
        value.setLots(-i);
        value.setOpen(i % 2 == 0);
        value.setName("n" + i);
        value.setPartAt(2, i);
        map.put(i, value);
      }
    }
  }

  private static void legacy(Path folder, int count) throws IOException {
    try (ChronicleMap<UUID, BigDecimal> map =
        ChronicleMap.of(UUID.class, BigDecimal.class)
            .averageKeySize(80)
            .averageValueSize(300)
            .entries(count)
            .createPersistedTo(file(folder, "amounts"))) {
      for (int i = 0; i < count; i++) {
        map.put(new UUID(7, i), new BigDecimal(i + ".50"));
      }
    }
    try (ChronicleMap<LocalDate, Double> map =
        ChronicleMap.of(LocalDate.class, Double.class)
            .averageKeySize(80)
            .entries(count)
            .createPersistedTo(file(folder, "dates"))) {
      for (int i = 0; i < count; i++) {
        map.put(LocalDate.ofEpochDay(i), i / 8.0);
      }
    }
    for (boolean more : new boolean[] {false, true}) {
      try (ChronicleMap<String, Samples.Legacy> map =
          ChronicleMap.of(String.class, Samples.Legacy.class)
              .averageKey("key0000")
              .averageValueSize(900)
              .entries(count)
              .createPersistedTo(file(folder, more ? "more" : "legacy"))) {
        for (int i = 0; i < count; i++) {
          map.put("k" + i, more && i == 5 ? new Samples.MoreLegacy(i) : new Samples.Legacy(i));
        }
      }
    }
  }
}
