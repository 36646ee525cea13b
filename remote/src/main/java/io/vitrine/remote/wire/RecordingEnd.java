package io.vitrine.remote.wire;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Mends the end of a recording whose process was killed within a message: what is appended behind
 * that could not be read. Stateless.
 */
final class RecordingEnd {
  private static final int BUFFER_BYTES = 1 << 16;

  private RecordingEnd() {}

  /**
   * Cuts off the part of a message that a recording ends with.
   *
   * @param file the recording
   * @param encoding its encoding
   * @return how many bytes are gone, 0 for a whole one
   * @throws IOException if it cannot be read or cut
   */
  static long mend(Path file, WireEncoding encoding) throws IOException {
    long whole;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES)) {
      whole = encoding == WireEncoding.YAML ? text(in) : binary(in);
    }
    long gone = Files.size(file) - whole;
    if (gone > 0) {
      try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(whole);
      }
    }
    return gone;
  }

  private static long text(InputStream in) throws IOException {
    var lines = new LineFrames(in, BinaryLayout.LENGTH_MAX);
    long whole = 0;
    for (byte[] frame = lines.next(); frame != null; frame = lines.next()) {
      // What was written by hand stays as it is.
      whole = lines.isEnded() || !RecordingLayout.isMarked(frame) ? lines.offset() : whole;
    }
    return whole;
  }

  private static long binary(InputStream in) throws IOException {
    long at = in.readNBytes(BinaryLayout.PREFACE.length).length;
    if (at < BinaryLayout.PREFACE.length) {
      return 0;
    }
    long whole = at;
    byte[] word = in.readNBytes(BinaryLayout.WORD_BYTES);
    while (word.length == BinaryLayout.WORD_BYTES) {
      int bits = BinaryLayout.word(word, 0);
      try {
        in.skipNBytes(BinaryLayout.length(bits));
      } catch (EOFException _) {
        return whole;
      }
      at += BinaryLayout.WORD_BYTES + BinaryLayout.length(bits);
      whole = BinaryLayout.isMeta(bits) ? whole : at; // a mark has that bit, too
      word = in.readNBytes(BinaryLayout.WORD_BYTES);
    }
    return whole;
  }
}
