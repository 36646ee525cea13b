package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** In this process. */
class UnstorableTest extends UnstorableContract {
  private final Vitrine vitrine = Vitrine.inMemory();

  @Override
  protected Vitrine vitrine() {
    return vitrine;
  }

  @AfterEach
  void close() {
    vitrine.close();
  }

  @Test
  void groupsDoNotFindItEither() {
    ObservableMap<String, String> map = vitrine.map("m", String.class, String.class);
    ObservableSet<String> set = vitrine.set("s", String.class);
    vitrine.atomically(group -> {
      assertNull(group.get(map, "\uD800"));
      assertFalse(group.contains(set, "\uD800"));
      assertFalse(group.remove(set, "\uD800"));
      group.remove(map, "\uD800");
      group.add(set, "a");
      return null;
    });
    assertThrows(
        IllegalArgumentException.class,
        () ->
            vitrine.atomically(group -> {
              group.add(set, "b");
              return group.add(set, "\uD800");
            }));
    assertEquals(Set.of("a"), Set.copyOf(set));
  }
}
