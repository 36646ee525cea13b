package io.vitrine.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What came of looking at one damaged store. For one thread.
 *
 * <p>An answer is right, or it is a {@link StoreException} with a message that says where. Anything
 * else is thrown on, and is a failure of the store.
 */
final class CorruptLook {
  private final CorruptDamage damage;
  private final String place;
  private final List<String> refusals = new ArrayList<>();
  private final List<String> excused = new ArrayList<>();

  /**
   * Begins to look.
   *
   * @param place what names of files begin with in messages
   */
  CorruptLook(CorruptDamage damage, String place) {
    this.damage = damage;
    this.place = place;
  }

  /**
   * Tries something.
   *
   * @return null if it was refused as it may be
   */
  <T> @Nullable T tried(String what, Callable<T> call) {
    try {
      return call.call();
    } catch (StoreException e) {
      refused(what, e);
      return null;
    } catch (IOException e) { // which the doors to the store put into a StoreException
      refusals.add(what + ": " + e);
      return null;
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(what, e);
    }
  }

  private void refused(String what, StoreException e) {
    String message = String.valueOf(e.getMessage());
    if (!message.contains(place)) {
      throw new AssertionError(what + ": the message does not say where: " + e, e);
    }
    refusals.add(what + ": " + message);
  }

  /** Something that is there was not seen. */
  void hidden(String what) {
    if (!damage.mayHide()) {
      throw new AssertionError(what);
    }
    excused.add(what);
  }

  /** Something was seen as it was before. */
  void old(String what) {
    if (!damage.mayBeOld()) {
      throw new AssertionError(what);
    }
    excused.add(what);
  }

  /** Whether entries may seem to be absent or old, so that a change need not have met its own. */
  boolean isExcused() {
    return damage.mayHide() || damage.mayBeOld();
  }

  /** Whether something was put back as it was before. */
  boolean mayBeOld() {
    return damage.mayBeOld();
  }

  /** The only file that is damaged, empty where there are several. */
  String file() {
    return damage.file();
  }

  /** What was refused, in order. */
  List<String> refusals() {
    return refusals;
  }

  /** Wrong answers that this kind of damage may lead to, if only a check finds it. */
  List<String> excused() {
    return excused;
  }
}
