package io.vitrine.bench.fork;

import io.vitrine.store.Codecs;
import io.vitrine.store.MapOptions;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import java.nio.file.Path;

/** The examples with Vitrine: no sizes are told. */
final class VitrineExamples implements Examples {
  /**
   * Postal codes of a city.
   *
   * @param from the first
   * @param to behind the last
   */
  record PostalCodeRange(int from, int to) {}

  private final Store store;
  private final StoreMap<String, Long> counters;
  private final StoreMap<Integer, String> texts;
  private final StoreMap<String, PostalCodeRange> codes;

  VitrineExamples(Path folder) {
    store = Stores.open(folder);
    counters = store.map("/maps/counters", MapOptions.of(Codecs.strings(), Codecs.longs()));
    texts = store.map("/maps/texts", MapOptions.of(Codecs.ints(), Codecs.strings()));
    codes =
        store.map(
            "/maps/codes", MapOptions.of(Codecs.strings(), Codecs.records(PostalCodeRange.class)));
  }

  @Override
  public void count(String user) {
    counters.addAndGet(user, 1);
  }

  @Override
  public long counted(String user) {
    Long found = counters.get(user);
    return found == null ? 0 : found;
  }

  @Override
  public void putText(int key, String text) {
    texts.put(key, text);
  }

  @Override
  public int lengthOfText(int key) {
    String text = texts.get(key);
    return text == null ? -1 : text.length();
  }

  @Override
  public long lengthOfAllTexts() {
    long[] sum = {0};
    texts.forEach((_, text) -> sum[0] += text.length());
    return sum[0];
  }

  @Override
  public void putCodes(String city, int from, int to) {
    codes.put(city, new PostalCodeRange(from, to));
  }

  @Override
  public int codes(String city) {
    PostalCodeRange range = codes.get(city);
    return range == null ? 0 : range.to - range.from;
  }

  @Override
  public void close() {
    store.close();
  }
}
