package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.function.BiConsumer;

/** The cursor of a mapped map. For one thread at a time. */
final class MappedCursor<K, V> implements MapCursor<K, V> {
  private static final int PAGE = 256;

  private final MappedMap<K, V> map;
  private final GroupReader group;
  private int segment;
  private long place;

  /** Whether a group was read of which not all is handed on. */
  private boolean isRead;

  private int handedOn;

  private long handedBytes;

  MappedCursor(MappedMap<K, V> map) {
    map.engine().checkUsable();
    this.map = map;
    this.group = new GroupReader(map.engine());
  }

  @Override
  public boolean next(EntryConsumer<? super K, ? super V> consumer, int limit) {
    try {
      return goOn(consumer, limit);
    } catch (InternalError e) {
      throw map.engine().file.cutOffUnlessOfUser(e);
    } catch (IllegalStateException e) {
      throw map.engine().file.told(e);
    }
  }

  /** Hands on all that is left, while others get their turns. */
  void forEachRemaining(BiConsumer<? super K, ? super V> action) {
    Turn turn = Turn.current();
    EntryConsumer<K, V> each =
        (key, value, _) -> {
          turn.step();
          action.accept(key, value);
        };
    while (next(each, PAGE)) {
      // goes on
    }
  }

  @Override
  public long handedBytes() {
    return handedBytes;
  }

  private boolean goOn(EntryConsumer<? super K, ? super V> consumer, int limit) {
    int handed = 0;
    int segments = map.engine().file.segments;
    while (handed < limit && (isRead || segment < segments)) {
      if (!isRead) {
        readGroup();
      }
      MemorySegment images = group.images();
      while (handedOn < group.count()) {
        long image = group.image(handedOn++); // also if the consumer throws
        if (!map.engine().expiry.isVoid(images, image)) {
          handed++;
          handedBytes += BlockLayout.bytes(BlockLayout.lengths(images, image));
          consumer.accept(
              map.keyOf(images, image),
              map.valueOf(images, image),
              BlockLayout.revision(images, image));
        }
      }
      isRead = false;
    }
    return segment < segments;
  }

  private void readGroup() {
    group.read(segment, place);
    place = group.nextPlace();
    if (place == WalkOrder.END) {
      segment++;
      place = 0;
    }
    handedOn = 0;
    isRead = true;
  }
}
