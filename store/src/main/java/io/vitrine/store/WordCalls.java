package io.vitrine.store;

/**
 * The calls of compact maps that go without boxes, where the file may have been cut off. Stateless;
 * any thread.
 */
final class WordCalls {
  private WordCalls() {}

  /** See {@link CompactEngine#getWord}. */
  static long get(CompactEngine engine, long key, long absent) {
    try {
      return engine.getWord(key, absent);
    } catch (InternalError e) {
      throw engine.file.cutOff(e);
    } catch (IllegalStateException e) {
      throw engine.file.told(e);
    }
  }

  /** See {@link CompactEngine#hasWord}. */
  static boolean has(CompactEngine engine, long key) {
    try {
      return engine.hasWord(key);
    } catch (InternalError e) {
      throw engine.file.cutOff(e);
    } catch (IllegalStateException e) {
      throw engine.file.told(e);
    }
  }

  /** See {@link CompactEngine#updateWord}. */
  static long update(CompactEngine engine, WordTask task, long key, long operand, long expected) {
    try {
      return engine.updateWord(task, key, operand, expected);
    } catch (InternalError e) {
      throw engine.file.cutOff(e);
    } catch (IllegalStateException e) {
      throw engine.file.told(e);
    }
  }

  /** See {@link WordWalk#forEach}. */
  static void forEach(MapEngine engine, WordWalk.Visitor visitor) {
    try {
      new WordWalk(engine).forEach(visitor);
    } catch (InternalError e) {
      throw engine.file.cutOffUnlessOfUser(e);
    } catch (IllegalStateException e) {
      throw engine.file.told(e);
    }
  }
}
