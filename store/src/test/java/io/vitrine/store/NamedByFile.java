package io.vitrine.store;

/** A class whose name stands in files and that nobody may load for it: it tells if somebody did. */
final class NamedByFile {
  /** Property that is set when the class is initialised. */
  static final String LOADED = "vitrine.test.named-by-file";

  static {
    System.setProperty(LOADED, "yes");
  }

  private NamedByFile() {}
}
