package io.vitrine.store;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.util.List;

/**
 * Whether a file system lacks what a store needs, and what to do then. The JDK passes on no numbers
 * of errors, but the system's words for them. Stateless; any thread.
 */
final class Unfit {
  private static final List<String> WORDS =
      List.of(
          "Operation not permitted", // what Linux says of a link there
          "Operation not supported",
          "Function not implemented",
          "No such device", // of a mapping
          "No locks available",
          "Invalid argument",
          "Incorrect function"); // Windows

  private Unfit() {}

  /** Whether a call may have failed for want of what it asked of the file system. */
  static boolean mayLack(IOException e) {
    String why = e instanceof FileSystemException named ? named.getReason() : e.getMessage();
    return why != null && WORDS.stream().anyMatch(why::contains);
  }

  /** Says that files cannot be mapped, if that is why one was not. */
  static IOException mapping(String file, long bytes, IOException e) {
    return new IOException(
        file
            + ": cannot map "
            + bytes
            + " bytes: "
            + e.getMessage()
            + (mayLack(e)
                ? "; its file system may not let files be mapped into memory and shared between"
                    + " processes, as a store does; put the store on a local one that does"
                : "; let this process map more (ulimit -v, vm.max_map_count)"),
        e);
  }

  /** Says that bytes of files cannot be locked, if that is why one was not. */
  static IOException locking(Object file, IOException e) {
    return mayLack(e)
        ? new IOException(
            file
                + ": cannot be locked: "
                + e.getMessage()
                + "; its file system may not let processes lock files, which tells a store who has"
                + " it open; put the store on a local one that does",
            e)
        : e;
  }
}
