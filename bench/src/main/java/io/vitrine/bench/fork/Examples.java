package io.vitrine.bench.fork;

/**
 * What the documentation of Chronicle Map shows as uses of it, as one system does it best. For one
 * thread.
 */
interface Examples extends AutoCloseable {
  /** Counts one request of a user. */
  void count(String user);

  /** How many requests of a user were counted. */
  long counted(String user);

  /** Puts a text into the large map. */
  void putText(int key, String text);

  /** The length of a text of the large map. */
  int lengthOfText(int key);

  /** Walks over the large map and answers the sum of the lengths of all texts. */
  long lengthOfAllTexts();

  /** Notes the postal codes of a city. */
  void putCodes(String city, int from, int to);

  /** How many postal codes a city has. */
  int codes(String city);

  @Override
  void close();
}
