package io.vitrine.collections;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A set in the form in which it is kept: a map without values. A view to be read only. */
final class PresentMap<E> extends AbstractMap<E, Boolean> {
  private final Collection<E> elements;

  PresentMap(Collection<E> elements) {
    this.elements = elements;
  }

  @Override
  public boolean containsKey(@Nullable Object key) {
    return elements.contains(key);
  }

  @Override
  public @Nullable Boolean get(@Nullable Object key) {
    return elements.contains(key) ? Boolean.TRUE : null;
  }

  @Override
  public Set<Map.Entry<E, Boolean>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<E, Boolean>> iterator() {
        return elements.stream().map(e -> Map.entry(e, Boolean.TRUE)).iterator();
      }

      @Override
      public int size() {
        return elements.size();
      }
    };
  }
}
