package io.vitrine.bench.fork;

import java.io.IOException;
import java.nio.file.Path;
import net.openhft.chronicle.core.values.LongValue;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.values.Values;

/**
 * The examples with Chronicle Map: each map told how many entries it will have and how large they
 * are, objects used again, values in place.
 */
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

  private final ChronicleMap<CharSequence, LongValue> counters;
  private final ChronicleMap<Integer, CharSequence> texts;
  private final ChronicleMap<CharSequence, PostalCodeRange> codes;
  private final LongValue counter = Values.newNativeReference(LongValue.class);
  private final PostalCodeRange range = Values.newHeapInstance(PostalCodeRange.class);
  private final StringBuilder text = new StringBuilder();

  /**
   * Makes the maps.
   *
   * @param folder where their files come to be
   * @param users how many counters there will be, each of a user
   * @param entries how many texts
   * @param cities how many cities
   */
  ChronicleExamples(Path folder, long users, long entries, long cities) throws IOException {
    counters =
        ChronicleMap.of(CharSequence.class, LongValue.class)
            .name("counters")
            .averageKey("user-" + users / 2)
            .entries(users)
            .createPersistedTo(folder.resolve("counters.dat").toFile());
    texts =
        ChronicleMap.of(Integer.class, CharSequence.class)
            .name("texts")
            .averageValue("value-" + entries / 2)
            .entries(entries)
            .putReturnsNull(true)
            .createPersistedTo(folder.resolve("texts.dat").toFile());
    codes =
        ChronicleMap.of(CharSequence.class, PostalCodeRange.class)
            .name("city-postal-codes-map")
            .averageKey("Amsterdam-" + cities / 2)
            .entries(cities)
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
