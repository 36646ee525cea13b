package io.vitrine.store;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.zip.GZIPOutputStream;

/** Lists all that can be done to the files of a store. For one thread. */
final class CorruptSources {
  private static final int PAGE = 4096;
  private static final String OF_THIS = "of this store";
  private static final String OF_BEFORE = "of the state before";
  private static final String IN_USE = "bits of words in use";
  private static final int[] SPLICE_BYTES = {8, 64, 512, PAGE, 2 * PAGE};

  private final CorruptStore store;
  private final long seed;

  CorruptSources(CorruptStore store, long seed) {
    this.store = store;
    this.seed = seed;
  }

  private String name(String what) {
    return store.shape().name() + ": " + what;
  }

  private static CorruptSource of(
      String name, long total, int weight, LongFunction<CorruptDamage> damage) {
    return of(name, total, weight, false, damage);
  }

  private static CorruptSource of(
      String name, long total, int weight, boolean isInUse, LongFunction<CorruptDamage> damage) {
    return new CorruptSource(name, total, weight, isInUse) {
      @Override
      CorruptDamage damage(long number) {
        return damage.apply(number);
      }
    };
  }

  private byte[] bytes(String file) {
    ImageFiles.Content content = store.now().get(file);
    return content == null ? new byte[0] : content.bytes();
  }

  private long size(String file) {
    ImageFiles.Content content = store.now().get(file);
    return content == null ? 0 : content.size();
  }

  /** Every bit of every file: of words that hold something, of zeros beside, and of the rest. */
  List<CorruptSource> bits() {
    var sources = new ArrayList<CorruptSource>();
    for (String file : store.now().keySet()) {
      byte[] bytes = bytes(file);
      ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      var full = new ArrayList<Integer>();
      var zero = new ArrayList<Integer>();
      for (int at = 0; at + 8 <= bytes.length; at += 8) {
        (words.getLong(at) != 0 ? full : zero).add(at);
      }
      sources.add(bits(file, IN_USE, full, 64));
      if (!zero.isEmpty()) {
        sources.add(bits(file, "bits of zeros between them", zero, 16));
      }
      long rest = (size(file) - bytes.length) * 8;
      if (rest > 0) {
        long stride = CorruptSource.stride(rest, seed);
        sources.add(
            of(
                name("bits of zeros behind of " + file),
                rest,
                4,
                n -> CorruptDamage.bit(file, bytes.length * 8L + Math.floorMod(n * stride, rest))));
      }
    }
    return sources;
  }

  private CorruptSource bits(String file, String what, List<Integer> places, int weight) {
    long total = 64L * places.size();
    long stride = CorruptSource.stride(total, seed);
    return of(
        name(what + " of " + file),
        total,
        weight,
        what.equals(IN_USE),
        n -> {
          long bit = Math.floorMod(n * stride, total);
          return CorruptDamage.bit(file, 8L * places.get((int) (bit >>> 6)) + (bit & 63));
        });
  }

  /** Every length near where something begins or ends, and lengths in between. */
  List<CorruptSource> truncations() {
    var sources = new ArrayList<CorruptSource>();
    for (String file : store.now().keySet()) {
      long size = size(file);
      long used = bytes(file).length;
      var near = new TreeSet<Long>();
      for (long border = 0; border <= used + PAGE; border += PAGE) {
        addAround(near, border, size);
      }
      for (long at = 0; at < Math.min(used, 2 * PAGE); at += 64) {
        addAround(near, at, size);
      }
      addAround(near, used, size);
      addAround(near, size, size);
      for (long at = PAGE; at < size; at *= 2) {
        addAround(near, at, size);
      }
      near.remove(size);
      List<Long> lengths = new ArrayList<>(near);
      long stride = CorruptSource.stride(lengths.size(), seed);
      sources.add(
          of(
              name("truncations near borders of " + file),
              lengths.size(),
              4,
              n ->
                  CorruptDamage.cut(
                      file, lengths.get((int) Math.floorMod(n * stride, (long) lengths.size())))));
      long all = CorruptSource.stride(size, seed);
      sources.add(
          of(
              name("truncations of " + file),
              size,
              4,
              n -> CorruptDamage.cut(file, Math.floorMod(n * all, size))));
    }
    return sources;
  }

  private static void addAround(Set<Long> lengths, long border, long size) {
    for (long at = border - 9; at <= border + 9; at++) {
      if (at >= 0 && at <= size) {
        lengths.add(at);
      }
    }
  }

  /** Parts of files from elsewhere, and whole files from elsewhere. */
  List<CorruptSource> splices() {
    var sources = new ArrayList<CorruptSource>();
    for (String file : store.now().keySet()) {
      if (bytes(file).length > 0) {
        sources.add(of(name("splices in " + file), Long.MAX_VALUE, 16, n -> splice(file, n)));
      }
    }
    List<CorruptDamage> swaps = swaps();
    sources.add(of(name("files swapped"), swaps.size(), 2, n -> swaps.get((int) n)));
    return sources;
  }

  private CorruptDamage splice(String file, long number) {
    var random = new Random(seed * 31 + number * 0x9E37_79B9_7F4A_7C15L + file.hashCode());
    byte[] bytes = bytes(file);
    int length = SPLICE_BYTES[random.nextInt(SPLICE_BYTES.length)];
    length = (int) Math.min(length, size(file));
    int unit = random.nextBoolean() ? Math.min(length, PAGE) : 8;
    long room = Math.min(size(file), bytes.length + (long) PAGE) - length;
    long at = room <= 0 ? 0 : random.nextLong(room / unit + 1) * unit;
    byte[] part = new byte[length];
    int which = random.nextInt(8);
    String what;
    switch (which) {
      case 0 -> what = "zeros";
      case 1 -> {
        Arrays.fill(part, (byte) 0xFF);
        what = "ones";
      }
      case 2 -> {
        random.nextBytes(part);
        what = "random bytes";
      }
      case 3 -> what = "another place" + copy(bytes, place(random, bytes, unit), part);
      case 4 -> what = "the state before" + copy(of(store.before(), file), at, part);
      case 5 -> what = "another store" + copy(of(store.other(), file), at, part);
      case 6 -> {
        List<String> names = new ArrayList<>(store.now().keySet());
        String from = names.get(random.nextInt(names.size()));
        what = from + copy(bytes(from), random.nextBoolean() ? at : 0, part);
      }
      default -> {
        byte[] old = of(store.before(), file);
        what = "the state before, elsewhere" + copy(old, place(random, old, unit), part);
      }
    }
    boolean log = file.startsWith("log/");
    // A slot says where a block is and not whose it is: that of another store may name a block that
    // this one's last changes replaced, see Spares, which still proves itself.
    boolean mayBeOld = which == 4 || which == 7 || which == 3 || (which == 5 && hasSlots(file));
    return CorruptDamage.splice(
        length + " bytes of " + what, file, at, part, !log || mayBeOld, mayBeOld);
  }

  /** Whether a file is that of a map whose entries lie in blocks. */
  private boolean hasSlots(String file) {
    return StorePath.isCollection(file)
        && store.maps().stream()
            .noneMatch(map -> map.options.isCompact() && StorePath.file(map.path).equals(file));
  }

  private static long place(Random random, byte[] bytes, int unit) {
    return (long) random.nextInt(bytes.length / unit + 1) * unit;
  }

  private static byte[] of(Map<String, ImageFiles.Content> files, String name) {
    ImageFiles.Content content = files.get(name);
    return content == null ? new byte[0] : content.bytes();
  }

  /** Copies as much as there is; the rest stays zeros. */
  private static String copy(byte[] from, long at, byte[] to) {
    if (at < from.length) {
      System.arraycopy(from, (int) at, to, 0, (int) Math.min(to.length, from.length - at));
    }
    return " at 0x" + Long.toHexString(at);
  }

  /** Whole files in the place of others. */
  private List<CorruptDamage> swaps() {
    var swaps = new ArrayList<CorruptDamage>();
    var sources = new TreeMap<String, Map<String, ImageFiles.Content>>();
    sources.put(OF_THIS, store.now());
    sources.put(OF_BEFORE, store.before());
    sources.put("of another store", store.other());
    for (String file : store.now().keySet()) {
      sources.forEach((whose, files) ->
          files.forEach((from, content) -> {
            boolean same = from.equals(file);
            if (!same || !whose.equals(OF_THIS)) {
              swaps.add(
                  CorruptDamage.replace(
                      from + " " + whose, file, content, same, same && whose.equals(OF_BEFORE)));
            }
          }));
    }
    return swaps;
  }

  /** Files that have nothing to do with a store, or with this version of it. */
  List<CorruptSource> foreign() {
    var sources = new ArrayList<CorruptSource>();
    for (String file : store.now().keySet()) {
      List<CorruptDamage> all = new ArrayList<>();
      var random = new Random(seed + file.hashCode());
      foreignBytes(random, size(file))
          .forEach((what, bytes) ->
              all.add(
                  CorruptDamage.replace(
                      what, file, new ImageFiles.Content(bytes, bytes.length), false, false)));
      for (long version : new long[] {0, 1, 3, 4, 1L << 32, -1, Long.MIN_VALUE}) {
        byte[] word = new byte[8];
        ByteBuffer.wrap(word).order(ByteOrder.LITTLE_ENDIAN).putLong(version);
        all.add(CorruptDamage.splice("version " + version, file, 8, word, false, false));
      }
      boolean map =
          StorePath.isCollection(file) && file.indexOf('/') > 0; // is made anew if asked for
      all.add(new CorruptDamage("no " + file, file, map, false, files -> files.remove(file)));
      sources.add(of(name("foreign for " + file), all.size(), 2, n -> all.get((int) n)));
    }
    return sources;
  }

  private static Map<String, byte[]> foreignBytes(Random random, long size) {
    var all = new TreeMap<String, byte[]>();
    all.put("nothing", new byte[0]);
    all.put("one byte", new byte[1]);
    all.put("a page of zeros", new byte[PAGE]);
    all.put("zeros", new byte[(int) Math.min(size, 1 << 20)]);
    for (int bytes : new int[] {7, 63, 64, 100, PAGE, PAGE + 1, 100_000}) {
      byte[] drawn = new byte[bytes];
      random.nextBytes(drawn);
      all.put(bytes + " random bytes", drawn);
    }
    String text = "Dear Sir, this is a letter and no store.\n".repeat(3_000);
    all.put("a text", text.getBytes(StandardCharsets.UTF_8));
    var zipped = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(zipped)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    all.put("a gzip", zipped.toByteArray());
    return all;
  }
}
