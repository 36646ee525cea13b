package io.vitrine.store;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Stands for the hash strategy of a map that this process does not know: everything that needs no
 * hash of a key can be done with the map, and whatever asks for one is refused. Immutable; any
 * thread.
 *
 * @param name of the strategy, as the file says
 * @param id its number there
 * @param seed its seed there
 * @param selfTest its self-test there
 * @param why what is told to who needs it, with the file's name
 */
record UnknownHash(String name, int id, long seed, long selfTest, String why)
    implements HashStrategy {
  private static final String REGISTER =
      "register it, by HashStrategies.register, before the store is opened";

  /**
   * The last built-in strategy that was the one of a map: none of those changes while this process
   * runs, and to try one takes longer than to open a file.
   */
  private static volatile @Nullable Tried known;

  /** A strategy, and what a file records of it. */
  private record Tried(Class<? extends HashStrategy> type, String name, long seed, long selfTest) {}

  StoreException refused() {
    return new StoreException(why);
  }

  /**
   * Why a strategy is not the one of a map.
   *
   * @param id the strategy's number that the map's file records
   * @param recorded the self-test that it records
   * @return an empty text if it is
   */
  static String whyNot(HashStrategy strategy, long id, long recorded) {
    if (strategy.id() != id) {
      return another(strategy, "number was " + id + ", here it is " + strategy.id());
    }
    var asked = new Tried(strategy.getClass(), strategy.name(), strategy.seed(), recorded);
    if (asked.equals(known)) {
      return "";
    }
    if (!HashStrategies.isSelfTest(strategy, recorded)) {
      String found = Long.toHexString(HashStrategies.selfTest(strategy));
      return another(
          strategy, "self-test was 0x" + Long.toHexString(recorded) + ", here it is 0x" + found);
    }
    String unequal = HashStrategies.unequalForm(strategy);
    if (unequal.isEmpty() && strategy.getClass().getPackage() == HashStrategy.class.getPackage()) {
      known = asked;
    }
    return unequal.isEmpty() ? "" : unequal + "; register one that hashes all forms alike";
  }

  /** Why a strategy is not the one of a map that could not be made, or not be tried. */
  static String failed(String name, Throwable failure) {
    String message = String.valueOf(failure.getMessage());
    return failure instanceof IllegalArgumentException && message.contains(name)
        ? message.replace("choose one of these or register it", REGISTER)
        : "hash strategy " + name + " failed: " + failure + "; register one that works";
  }

  private static String another(HashStrategy strategy, String difference) {
    return "was made with another hash strategy of the name "
        + strategy.name()
        + ": its "
        + difference
        + "; register the strategy that it was made with";
  }

  /** Whether the strategy was registered since. */
  boolean isKnownNow() {
    try {
      return whyNot(HashStrategies.of(name, seed), id, selfTest).isEmpty();
    } catch (RuntimeException | LinkageError | AssertionError e) { // of somebody else's code
      return false;
    }
  }

  @Override
  public long hash(long value) {
    throw refused();
  }

  @Override
  public long hash(int value) {
    throw refused();
  }

  @Override
  public long hash(byte[] bytes, int offset, int length) {
    throw refused();
  }

  @Override
  public long hash(CharSequence text) {
    throw refused();
  }

  @Override
  public long hash(MemorySegment segment, long offset, long length) {
    throw refused();
  }

  @Override
  public String toString() {
    return name;
  }
}
