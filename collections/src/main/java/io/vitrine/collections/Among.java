package io.vitrine.collections;

import io.vitrine.store.Content;
import java.util.Collection;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which elements are among others: those of which the others say so themselves, and those that have
 * the content of one, as that one would be found. For one thread.
 */
final class Among implements Predicate<Object> {
  private final Collection<?> others;
  private final Function<Object, @Nullable Object> expected;

  /** What stands for the others where it is not they; made when the first one needs it. */
  private @Nullable Set<Object> contents;

  /**
   * Creates one.
   *
   * @param others the others
   * @param expected makes of one what equals it here, null for nothing: a number may be another one
   */
  Among(Collection<?> others, Function<Object, @Nullable Object> expected) {
    this.others = Objects.requireNonNull(others, "elements");
    this.expected = expected;
  }

  @Override
  public boolean test(Object element) {
    if (others.contains(element)) {
      return true;
    }
    Set<Object> known = contents();
    return !known.isEmpty() && known.contains(Content.of(element));
  }

  @SuppressWarnings("ReferenceEquality") // what stands for itself was asked for
  private Set<Object> contents() {
    Set<Object> made = contents;
    if (made == null) {
      made = new HashSet<>();
      for (Object other : others) {
        Object here = other == null ? null : expected.apply(other);
        Object content = Content.of(here);
        if (content != null && content != other) {
          made.add(content);
        }
      }
      contents = made;
    }
    return made;
  }
}
