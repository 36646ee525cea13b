package io.vitrine.collections;

import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The last changes of a collection as events, for subscriptions that may be given the same objects:
 * whoever comes first to a change reads it, the others find it here, one by one or by the page.
 * Safe for any number of threads.
 *
 * <p>Each revision has one slot, in which a later one may take its place: then it is read again. So
 * has each page, by the place where it begins. All slots together hold some 4 MiB at the most, as
 * large changes and pages are not kept.
 */
final class SharedEvents<K, V> {
  /** Changes with more bytes than this are read by each subscription for itself. */
  static final long BYTES_MAX = 4 << 10;

  private static final int SLOTS = 512;
  private static final int PAGES = 64;

  /**
   * An event, and what it is for a subscriber of the collection, once somebody has asked for it.
   */
  private static final class Kept<K, V> {
    private final MapEvent<K, V> event;
    private volatile @Nullable Object item;

    Kept(MapEvent<K, V> event) {
      this.event = event;
    }
  }

  /** Where a collection keeps them: as long as somebody has a subscription that shares. */
  static final class Home<K, V> {
    private WeakReference<SharedEvents<K, V>> last = new WeakReference<>(null);

    /** What a subscription for this subscriber shares, null for nothing. */
    synchronized @Nullable SharedEvents<K, V> of(Subscriber<?> subscriber) {
      if (!subscriber.sharesItems()) {
        return null;
      }
      SharedEvents<K, V> shared = last.get();
      if (shared == null) {
        shared = new SharedEvents<>();
        last = new WeakReference<>(shared);
      }
      return shared;
    }
  }

  private final AtomicReferenceArray<@Nullable Kept<K, V>> slots =
      new AtomicReferenceArray<>(SLOTS);

  private final AtomicReferenceArray<@Nullable EventPage<K, V>> pages =
      new AtomicReferenceArray<>(PAGES);

  /** Where the last page ends. */
  private volatile long pagesEnd;

  private static int slot(long revision) {
    return (int) ((revision * 0x9E37_79B9_7F4A_7C15L) >>> 55); // the upper nine bits
  }

  private static int pageSlot(long begin) {
    return (int) ((begin * 0x9E37_79B9_7F4A_7C15L) >>> 58);
  }

  /** The page that begins at a place, null if it is not here. */
  @Nullable EventPage<K, V> page(long begin) {
    EventPage<K, V> page = pages.get(pageSlot(begin));
    return page != null && page.begin() == begin ? page : null;
  }

  /**
   * The next place behind this one where a page begins: whoever reads up to there, and no further,
   * goes on with pages.
   *
   * @return the place, {@link Long#MAX_VALUE} where there is none
   */
  long nextPage(long place) {
    long next = Long.MAX_VALUE;
    if (place < pagesEnd) {
      for (int i = 0; i < PAGES; i++) {
        EventPage<K, V> page = pages.get(i);
        if (page != null && page.begin() > place) {
          next = Math.min(next, page.begin());
        }
      }
    }
    return next;
  }

  /** Keeps a page, unless others have gone further: nobody keeps what only stragglers want. */
  void add(EventPage<K, V> page) {
    if (page.begin() >= pagesEnd) {
      pages.set(pageSlot(page.begin()), page);
      pagesEnd = page.end();
    }
  }

  /** The event of a revision as somebody without a filter sees it, null if it is not here. */
  @Nullable MapEvent<K, V> find(long revision) {
    Kept<K, V> kept = slots.get(slot(revision));
    return kept != null && kept.event.revision() == revision ? kept.event : null;
  }

  void add(MapEvent<K, V> event) {
    slots.set(slot(event.revision()), new Kept<>(event));
  }

  /** What an event is for a subscriber, the same object for all where the event is one of here. */
  @SuppressWarnings("ReferenceEquality") // Another event of the revision is seen through a filter.
  @Nullable Object item(MapEvent<K, V> event, Function<MapEvent<K, V>, ?> made) {
    Kept<K, V> kept = slots.get(slot(event.revision()));
    if (kept == null || kept.event != event) {
      return made.apply(event);
    }
    Object item = kept.item;
    if (item == null) {
      item = made.apply(event);
      kept.item = item;
    }
    return item;
  }
}
