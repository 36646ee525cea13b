package io.vitrine.store;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;

/** Finds out the identity of a store whose control file does not tell it. Stateless; any thread. */
final class EpochVote {
  private EpochVote() {}

  /** The epoch that most of the other files name, 0 where none does. */
  static long of(StoreFiles files) throws IOException {
    Map<Long, Integer> votes = new HashMap<>();
    for (String name : files.list(LogFile.FOLDER)) {
      if (LogFile.startOf(name) >= 0) {
        vote(files, LogFile.FOLDER + "/" + name, LogLayout.MAGIC_VALUE, LogLayout.EPOCH, votes);
      }
    }
    for (String folder : StorePath.FOLDERS) {
      for (String name : files.list(folder)) {
        if (StorePath.isCollection(name)) {
          vote(files, folder + "/" + name, MapLayout.MAGIC_VALUE, MapLayout.EPOCH, votes);
        }
      }
    }
    return votes.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElse(0L);
  }

  private static void vote(
      StoreFiles files, String name, long magic, long offset, Map<Long, Integer> votes)
      throws IOException {
    try (MappedFile file = files.open(name)) {
      MemorySegment memory = file.memory();
      if (memory.byteSize() >= MapLayout.META && Memory.get(memory, 0) == magic) {
        votes.merge(Memory.get(memory, offset), 1, Integer::sum);
      }
    }
  }
}
