package io.vitrine.evaluation;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Reads a file of gzip, of one member or several, to its very end. For one thread.
 *
 * <p>The JDK's stream takes whatever follows a member and is none, a damaged one, too, for the end
 * of the file, and says nothing of it.
 */
final class WholeGzip extends GZIPInputStream {
  private static final int TRAILER_BYTES = 8;

  private final Counted source;

  /** How many bytes had been read when the last ones were handed to the inflater. */
  private long filledAt;

  /** Counts what is read. */
  private static final class Counted extends FilterInputStream {
    private long bytes;

    Counted(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int octet = super.read();
      bytes += octet < 0 ? 0 : 1;
      return octet;
    }

    @Override
    public int read(byte[] to, int offset, int most) throws IOException {
      int count = super.read(to, offset, most);
      bytes += Math.max(0, count);
      return count;
    }
  }

  WholeGzip(InputStream source, int bufferBytes) throws IOException {
    this(new Counted(source), bufferBytes);
  }

  private WholeGzip(Counted source, int bufferBytes) throws IOException {
    super(source, bufferBytes);
    this.source = source;
  }

  @Override
  protected void fill() throws IOException {
    super.fill();
    filledAt = source.bytes;
  }

  /**
   * Reads on.
   *
   * @throws ZipException if something is damaged, or follows the last member
   */
  @Override
  public int read(byte[] to, int offset, int most) throws IOException {
    int count = super.read(to, offset, most);
    if (count < 0) {
      long behind = inf.getRemaining() + (source.bytes - filledAt) - TRAILER_BYTES;
      if (behind > 0 || source.read() >= 0) {
        throw new ZipException("what follows its first part is none of gzip");
      }
    }
    return count;
  }
}
