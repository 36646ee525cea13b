package io.vitrine.bench.fork;

import java.io.IOException;
import java.nio.file.Path;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.values.Values;

/** The examples with Chronicle Map: sizes told, objects used again, values in place. */
final class ChronicleExamples implements Examples {
  /** Postal codes of a city; its name and its methods are those of the documentation. */
  public interface PostalCodeRange {
    /**
     * The first.
     *
     * @return a code
     */
    int minCode();

    /**
     * Sets the first.
     *
     * @param code a code
     */
    void minCode(int code);

    /**
     * Behind the last.
     *
     * @return a code
     */
    int maxCode();

    /**
     * Sets what is behind the last.
     *
     * @param code a code
     */
    void maxCode(int code);
  }

  private static final String TEXT = "value-1234567";

  private final ChronicleMap<CharSequence, LongValue> counters;
  private final ChronicleMap<Integer, CharSequence> texts;
  private final ChronicleMap<CharSequence, PostalCodeRange> codes;
  private final LongValue counter = Values.newNativeReference(LongValue.class);
  private final PostalCodeRange range = Values.newHeapInstance(PostalCodeRange.class);
  private final StringBuilder text = new StringBuilder();

  ChronicleExamples(Path folder, long entries) throws IOException {
    counters =
        ChronicleMap.of(CharSequence.class, LongValue.class)
            .name("counters")
            .averageKey("user-12345")
            .entries(entries)
            .createPersistedTo(folder.resolve("counters.dat").toFile());
    texts =
        ChronicleMap.of(Integer.class, CharSequence.class)
            .name("texts")
            .averageValue(TEXT)
            .entries(entries)
            .putReturnsNull(true)
            .createPersistedTo(folder.resolve("texts.dat").toFile());
    codes =
        ChronicleMap.of(CharSequence.class, PostalCodeRange.class)
            .name("city-postal-codes-map")
            .averageKey("Amsterdam-12345")
            .entries(entries)
            .putReturnsNull(true)
            .createPersistedTo(folder.resolve("codes.dat").toFile());
  }

  @Override
  public void count(String user) {
    counters.acquireUsing(user, counter).addAtomicValue(1);
  }

  @Override
  public long counted(String user) {
    LongValue found = counters.getUsing(user, counter);
    return found == null ? 0 : found.getValue();
  }

  @Override
  public void putText(int key, String value) {
    texts.put(key, value);
  }

  @Override
  public int lengthOfText(int key) {
    CharSequence found = texts.getUsing(key, text);
    return found == null ? -1 : found.length();
  }

  @Override
  public long lengthOfAllTexts() {
    long[] sum = {0};
    texts.forEachEntry(entry -> sum[0] += entry.value().getUsing(text).length());
    return sum[0];
  }

  @Override
  public void putCodes(String city, int from, int to) {
    range.minCode(from);
    range.maxCode(to);
    codes.put(city, range);
  }

  @Override
  public int codes(String city) {
    PostalCodeRange found = codes.getUsing(city, range);
    return found == null ? 0 : found.maxCode() - found.minCode();
  }

  @Override
  public void close() {
    counters.close();
    texts.close();
    codes.close();
  }
}
