package io.vitrine.collections;

import io.vitrine.store.Content;
import java.util.Collection;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Which elements are among others: those of which the others say so themselves, and those that have
 * the content of one. For one thread.
 */
final class Among implements Predicate<Object> {
  private final Collection<?> others;

  /** What stands for the others; made when the first one needs it. */
  private @Nullable Set<@Nullable Object> contents;

  Among(Collection<?> others) {
    this.others = Objects.requireNonNull(others, "elements");
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // what stands for itself was asked for
  public boolean test(Object element) {
    if (others.contains(element)) {
      return true;
    }
    Object content = Content.of(element);
    return content != element && contents().contains(content);
  }

  private Set<@Nullable Object> contents() {
    Set<@Nullable Object> made = contents;
    if (made == null) {
      made = new HashSet<>();
      for (Object other : others) {
        made.add(Content.of(other));
      }
      contents = made;
    }
    return made;
  }
}
