package io.vitrine.remote.lines;

/**
 * A file of lines cannot be read on; the message names the file and the line. The entries of the
 * lines before are in the map, each of them whole.
 */
public final class LinesException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final long entries;

  LinesException(String message, long entries) {
    super(message);
    this.entries = entries;
  }

  /**
   * How far it came.
   *
   * @return how many entries were set before
   */
  public long entries() {
    return entries;
  }
}
