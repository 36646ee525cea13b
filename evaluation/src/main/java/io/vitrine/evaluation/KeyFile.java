package io.vitrine.evaluation;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads keys, one a line, as a stream and once: a file may be larger than the memory, or a pipe.
 * For one thread.
 *
 * <p>What a line is: it ends at LF, CR or CR LF, or with the file, so no key has any of these. One
 * byte order mark at the very beginning belongs to no line. A line without a character is passed
 * over; blanks are characters. Where there are more different keys than are to be kept, {@link
 * KeyDraw} draws.
 */
final class KeyFile {
  /** Most bytes of a key. */
  static final int LINE_MAX = 1 << 20;

  private static final int GZIP_MAGIC = 0x8B1F;

  /** After so many bytes somebody wants to know how far it is. */
  static final int TOLD_BYTES = 1 << 26;

  private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

  private final String source;
  private final KeyDraw draw;
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private byte[] line = new byte[256];
  private int length;
  private boolean endedByCr;
  private long lineNumber = 1;
  private long lines;

  private KeyFile(String source, int most) {
    this.source = source;
    this.draw = new KeyDraw(most);
  }

  /**
   * The keys of a file.
   *
   * @param file its path
   */
  record Source(Path file) implements Keys.Source {
    @Override
    public Keys read(int most, LongConsumer told) throws IOException {
      return KeyFile.read(file, most, told);
    }

    @Override
    public long bytes() throws IOException {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    }
  }

  /** Tells how many bytes came by. */
  private static final class Counted extends FilterInputStream {
    private final LongConsumer told;
    private long bytes;

    Counted(InputStream in, LongConsumer told) {
      super(in);
      this.told = told;
    }

    @Override
    public int read(byte[] to, int offset, int most) throws IOException {
      int count = in.read(to, offset, most);
      if (count > 0 && bytes / TOLD_BYTES != (bytes + count) / TOLD_BYTES) {
        told.accept(bytes + count);
      }
      bytes += Math.max(0, count);
      return count;
    }
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
   * @param told takes how many of its bytes were read, every now and then
   * @throws BadInputException if it is not there, empty, no UTF-8, or not whole as a file of gzip
   */
  static Keys read(@Nullable Path file, int most, LongConsumer told) throws IOException {
    if (file == null) {
      return bundled(most);
    }
    if (Files.isDirectory(file) || !Files.isReadable(file)) { // a pipe is as good as a file
      throw new BadInputException(
          file + " is no file that can be read, expected a file of keys, one a line");
    }
    try (InputStream in = Files.newInputStream(file)) {
      return new KeyFile(file.toString(), most).read(new Counted(in, told));
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
    InputStream in = gzip ? new WholeGzip(buffered, 1 << 16) : buffered;
    byte[] block = new byte[1 << 16];
    for (int count = in.read(block); count >= 0; count = in.read(block)) {
      for (int i = 0; i < count; i++) {
        take(block[i]);
      }
    }
    endLine();
    if (lines == 0) {
      throw new BadInputException(
          source + " has no keys, expected at least one line that is not empty");
    }
    return Keys.of(source, lines, draw);
  }

  private void take(byte next) {
    if (next == '\n' && endedByCr) {
      endedByCr = false; // the second half of one line end
      return;
    }
    endedByCr = next == '\r';
    if (endedByCr || next == '\n') {
      endLine();
    } else {
      append(next);
    }
  }

  private void append(byte next) {
    boolean marked = lineNumber == 1 && length >= LINE_MAX && startsWithByteOrderMark();
    if (length == LINE_MAX + (marked ? BYTE_ORDER_MARK.length : 0)) {
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
    int start = lineNumber == 1 && startsWithByteOrderMark() ? BYTE_ORDER_MARK.length : 0;
    if (length > start) {
      lines++;
      long hash = KeyDraw.HASH.hash(line, start, length - start);
      boolean isWanted = draw.count(hash);
      String key = decoded(start, length); // it has to be UTF-8 though nobody wants it
      if (isWanted) {
        draw.add(key, hash);
      }
    }
    length = 0;
    lineNumber++;
  }

  private boolean startsWithByteOrderMark() {
    int mark = BYTE_ORDER_MARK.length;
    return length >= mark && Arrays.equals(line, 0, mark, BYTE_ORDER_MARK, 0, mark);
  }

  private boolean startsWith(int first, int second) {
    return length >= 2 && line[0] == (byte) first && line[1] == (byte) second;
  }

  private String decoded(int start, int end) {
    try {
      return decoder.decode(ByteBuffer.wrap(line, start, end - start)).toString();
    } catch (CharacterCodingException e) {
      boolean isUtf16 = lineNumber == 1 && (startsWith(0xFF, 0xFE) || startsWith(0xFE, 0xFF));
      throw new BadInputException(
          source
              + ": line "
              + lineNumber
              + " is not UTF-8"
              + (isUtf16 ? " but begins as UTF-16" : "")
              + "; convert the file, for example by iconv -f "
              + (isUtf16 ? "UTF-16" : "LATIN1")
              + " -t UTF-8");
    }
  }
}
