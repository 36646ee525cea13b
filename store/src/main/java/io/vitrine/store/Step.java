package io.vitrine.store;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Named points of the paths that write, where a test may stop or kill the writer. Any thread.
 *
 * <p>Costs nothing unless the system property {@code vitrine.steps} is true.
 */
enum Step {
  OWNER_FOUND_ALIVE,
  LOCKED,
  REPAIRING,
  MENDING,
  ABANDONING,
  TABLE_BUILT,
  TABLE_SWUNG,
  RUN_TAKEN,
  CHUNK_LINKED,
  CHUNKS_UNLINKED,
  BLOCK_TAKEN,
  BLOCK_WRITTEN,
  INTENT_SET,
  RUN_RESERVED,
  RUN_SPLIT,
  REVISION_TAKEN,
  RECORD_RESERVED,
  RECORD_NAMED,
  RECORD_WRITTEN,
  UNDO_NOTED,
  LINE_OPENED,
  LINE_CHANGED,
  SLOT_SWUNG,
  GROUP_PREPARED,
  GROUP_DECIDED,
  RECORD_COMMITTED,
  VERSION_MOVED,
  COUNTED,
  INTENT_CLEARED,
  BLOCK_FREED,
  SPACE_LOCKED,
  SPACE_GROWN,
  PAGE_MAP_SWUNG,
  LOG_LOCKED,
  LOG_FILE_NAMED,
  LOG_BASE_SET,
  LOG_PENDING,
  LOG_BEGUN,
  CATALOGUE_LOCKED,
  CATALOGUE_INTENT,
  CATALOGUE_HELD,
  CATALOGUE_ANNOUNCED,
  CATALOGUE_MARKED,
  CATALOGUE_DONE,
  COMPACTION_BEGUN,
  COMPACTION_COPIED,
  COMPACTION_LOCKED,
  SEGMENT_MARKED,
  COMPACTION_MARKED,
  COMPACTION_NAMED,
  COMPACTION_DONE,
  COPY_PLACED,
  COPY_READ,
  COPY_WHOLE;

  private static final boolean ON = Boolean.getBoolean("vitrine.steps");
  private static volatile @Nullable Consumer<Step> hook;

  static boolean isOn() {
    return ON;
  }

  /** Sets what is called at every point. */
  static void hook(@Nullable Consumer<Step> next) {
    if (!ON) {
      throw new IllegalStateException("start the JVM with -Dvitrine.steps=true");
    }
    hook = next;
  }

  /** Says that the calling thread has come to this point. */
  void reached() {
    if (ON) {
      Consumer<Step> now = hook;
      if (now != null) {
        now.accept(this);
      }
    }
  }
}
