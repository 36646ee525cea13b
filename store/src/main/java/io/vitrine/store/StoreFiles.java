package io.vitrine.store;

import java.io.IOException;
import java.util.List;

/**
 * The file system as the store sees it: a seam for tests and for stores in memory. Safe for any
 * number of threads. Names are relative to the store's folder, with {@code /} between.
 */
interface StoreFiles extends AutoCloseable {
  /** Human-readable place of a file, for messages. */
  String describe(String name);

  boolean exists(String name);

  /** Names of the files directly in a folder, in order; empty where there is no such folder. */
  List<String> list(String folder) throws IOException;

  /**
   * Creates a file of zeros under a name that is not there yet; it appears complete or not at all.
   *
   * @param bytes how much of it is backed by disk blocks
   * @param capacity its apparent size, at least {@code bytes}
   * @param init fills it before it gets its name
   * @return false if the name was there already
   * @throws StoreFullException if there is no room
   */
  boolean create(String name, long bytes, long capacity, Initialiser init) throws IOException;

  /**
   * Opens a file.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  MappedFile open(String name) throws IOException;

  void delete(String name) throws IOException;

  /**
   * Deletes what killed processes left of files that they were creating in a folder; only while
   * nobody can be creating one there.
   */
  void deleteUnfinished(String folder);

  /** Joins the processes that have the store open. */
  Attachment attach(ProcessTable table) throws IOException;

  @Override
  void close();

  /** Fills a new file. */
  @FunctionalInterface
  interface Initialiser {
    void fill(java.lang.foreign.MemorySegment memory);
  }
}
