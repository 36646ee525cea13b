package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/** Finds out the identity of a store whose control file does not tell it. For one thread. */
final class EpochVote {
  private final StoreFiles files;
  private final Map<Long, Integer> sound = new HashMap<>();
  private final Map<Long, Integer> damaged = new HashMap<>();

  private EpochVote(StoreFiles files) {
    this.files = files;
  }

  /**
   * The epoch that most of the other files name, 0 where none does. A header that does not match
   * its check may name any: it counts only where no other does.
   */
  static long of(StoreFiles files) throws IOException {
    var vote = new EpochVote(files);
    vote.take();
    return most(vote.sound.isEmpty() ? vote.damaged : vote.sound);
  }

  private void take() throws IOException {
    for (String name : files.list(LogFile.FOLDER)) {
      if (LogFile.startOf(name) >= 0) {
        take(LogFile.FOLDER + "/" + name, LogLayout.MAGIC_VALUE, LogLayout.EPOCH);
      }
    }
    for (String folder : StorePath.FOLDERS) {
      for (String name : files.list(folder)) {
        if (StorePath.isCollection(name)) {
          take(folder + "/" + name, MapLayout.MAGIC_VALUE, MapLayout.EPOCH);
        }
      }
    }
  }

  private static long most(Map<Long, Integer> votes) {
    return votes.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(0L);
  }

  private void take(String name, long magic, long offset) throws IOException {
    try (MappedFile file = files.open(name)) {
      MemorySegment memory = file.memory();
      if (memory.byteSize() >= MapLayout.META && Memory.get(memory, 0) == magic) {
        boolean isSound = magic == MapLayout.MAGIC_VALUE ? isMap(memory) : isLog(memory);
        (isSound ? sound : damaged).merge(Memory.get(memory, offset), 1, Integer::sum);
      }
    }
  }

  private static boolean isLog(MemorySegment memory) {
    return Memory.get(memory, LogLayout.FILE_CHECK) == Checks.of(memory, 0, LogLayout.FILE_CHECK);
  }

  private static boolean isMap(MemorySegment memory) {
    long meta = Memory.get(memory, MapLayout.META_BYTES);
    return meta >= 0
        && meta <= memory.byteSize() - MapLayout.META
        && Memory.get(memory, MapLayout.CHECK) == MapHeader.check(memory);
  }
}
