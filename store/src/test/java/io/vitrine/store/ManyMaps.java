package io.vitrine.store;

import java.nio.file.Path;
import java.util.Objects;

/** A process that opens maps until it can have no more files open, and tells how that went. */
final class ManyMaps {
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs()).withSegments(1);

  private ManyMaps() {}

  /** Argument: folder of the store. */
  public static void main(String[] arguments) {
    ChildJvm.endWithParent();
    try (Store store = Stores.open(Path.of(arguments[0]))) {
      StoreMap<Long, Long> first = store.map("/maps/0", OPTIONS);
      StoreException failure = null;
      for (int i = 1; failure == null && i < 10_000; i++) {
        try {
          store.map("/maps/" + i, OPTIONS).put(1L, 1L);
        } catch (StoreException e) {
          failure = e;
        }
      }
      first.put(1L, 2L);
      System.out.println(Objects.requireNonNull(failure).getClass().getSimpleName());
      System.out.println(failure.getMessage());
      System.out.println(first.get(1L));
    }
  }
}
