package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

@SuppressWarnings("NullAway") // What is refused.
class SubscriptionOptionsTest {
  @Test
  void noKeyIsNotEveryKey() {
    var options = SubscriptionOptions.<String, Long>all();
    assertThrows(NullPointerException.class, () -> options.withKey(null));
  }

  @Test
  void oneOfTheChoicesIsMade() {
    var options = SubscriptionOptions.<String, Long>all();
    assertThrows(NullPointerException.class, () -> options.withOverflow(null));
    var ofElements = ElementOptions.<String>all();
    assertThrows(NullPointerException.class, () -> ofElements.withOverflow(null));
  }
}
