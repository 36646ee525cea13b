package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads keys, one a line, as a stream: a file may be larger than the memory. For one thread.
 *
 * <p>Where there are more different keys than are to be kept, those stay whose hash under a seed of
 * its own is below a limit, which is halved as often as necessary: a fair draw from the different
 * keys, however often each of them comes, and the same one every time.
 */
final class KeyFile {
  private static final int LINE_MAX = 1 << 20;

  /** Most characters that are kept of all keys: a gigabyte of long lines has to fit, too. */
  private static final int CHARACTERS_MAX = 1 << 26;

  private static final int GZIP_MAGIC = 0x8B1F;
  private static final HashStrategy DRAW = HashStrategies.siphash(0x6B65_7973L);

  private final String source;
  private final int most;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final Set<String> keys = new LinkedHashSet<>();
  private byte[] line = new byte[256];
  private int length;
  private long lineNumber = 1;
  private long lines;
  private int halvings;
  private long characters;

  private KeyFile(String source, int most) {
    this.source = source;
    this.most = most;
  }

  /**
   * Reads the words that come with the program: 104,334 English ones.
   *
   * @param most how many keys to keep at the most
   */
  static Keys bundled(int most) throws IOException {
    try (InputStream in = resource("words.txt.gz")) {
      return new KeyFile("words of Debian's wamerican 2020.12.07-2", most).read(in);
    }
  }

  /**
   * Reads a file, which may be compressed by gzip.
   *
   * @param file its path, or null for the words that come with the program
   * @param most how many keys to keep at the most
   * @throws BadInputException if it is not there, empty, no UTF-8, or not whole as a file of gzip
   */
  static Keys read(@Nullable Path file, int most) throws IOException {
    if (file == null) {
      return bundled(most);
    }
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw new BadInputException(
          file + " is no file that can be read, expected a file of keys, one a line");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new KeyFile(file.toString(), most).read(in);
    } catch (ZipException | EOFException e) { // its message may be null
      throw new BadInputException(
          file
              + " begins as a file of gzip does, and is damaged or cut off"
              + (e.getMessage() == null ? "" : " (" + e.getMessage() + ")")
              + "; expected a whole one, or text");
    }
  }

  static InputStream resource(String name) {
    InputStream in = KeyFile.class.getResourceAsStream(name);
    if (in == null) {
      throw new IllegalStateException(name + " is not on the class path");
    }
    return in;
  }

  private Keys read(InputStream raw) throws IOException {
    var buffered = new BufferedInputStream(raw, 1 << 16);
    buffered.mark(2);
    boolean gzip = (buffered.read() | buffered.read() << 8) == GZIP_MAGIC;
    buffered.reset();
    InputStream in = gzip ? new GZIPInputStream(buffered, 1 << 16) : buffered;
    byte[] block = new byte[1 << 16];
    for (int count = in.read(block); count >= 0; count = in.read(block)) {
      for (int i = 0; i < count; i++) {
        if (block[i] == '\n') {
          endLine();
        } else {
          append(block[i]);
        }
      }
    }
    endLine();
    if (keys.isEmpty()) {
      throw new BadInputException(
          source + " has no keys, expected at least one line that is not empty");
    }
    long distinct = Math.min(lines, (long) keys.size() << halvings);
    return new Keys(source, lines, distinct, List.copyOf(keys));
  }

  private void append(byte next) {
    if (length == LINE_MAX) {
      throw new BadInputException(
          source
              + ": line "
              + lineNumber
              + " has more than "
              + LINE_MAX
              + " bytes: is this a file of keys, one a line?");
    }
    if (length == line.length) {
      line = Arrays.copyOf(line, 2 * length);
    }
    line[length++] = next;
  }

  private void endLine() {
    int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    int start = lineNumber == 1 && end >= 3 && startsWithByteOrderMark() ? 3 : 0;
    if (end > start) {
      lines++;
      if (isDrawn(start, end)) {
        String key = decoded(start, end);
        if (keys.add(key)) {
          characters += key.length();
          halve();
        }
      }
    }
    length = 0;
    lineNumber++;
  }

  private boolean startsWithByteOrderMark() {
    return line[0] == (byte) 0xEF && line[1] == (byte) 0xBB && line[2] == (byte) 0xBF;
  }

  private boolean isDrawn(int start, int end) {
    if (halvings == 0) {
      return true;
    }
    if (!isDrawn(DRAW.hash(line, start, end - start))) {
      decoded(start, end); // it has to be UTF-8 all the same
      return false;
    }
    return true;
  }

  private boolean isDrawn(long hash) {
    return hash >>> (Long.SIZE - halvings) == 0;
  }

  /** Drops keys while there are too many. */
  private void halve() {
    while (keys.size() > most || characters > CHARACTERS_MAX) {
      halvings++;
      keys.removeIf(key -> !isDrawn(DRAW.hash(key)));
      characters = keys.stream().mapToLong(String::length).sum();
    }
  }

  private String decoded(int start, int end) {
    try {
      return decoder.decode(ByteBuffer.wrap(line, start, end - start)).toString();
    } catch (CharacterCodingException e) {
      throw new BadInputException(
          source
              + ": line "
              + lineNumber
              + " is not UTF-8; convert the file, for example by iconv -f LATIN1 -t UTF-8");
    }
  }
}
