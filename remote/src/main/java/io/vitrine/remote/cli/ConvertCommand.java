package io.vitrine.remote.cli;

import io.vitrine.remote.wire.FileRecorder;
import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.Recorded;
import io.vitrine.remote.wire.RecordingReader;
import io.vitrine.remote.wire.RecordingWriter;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.remote.wire.WireException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a recording in the other encoding, message by message. */
@Command(
    name = "convert",
    description = {
      "Write a recording, or any stream of messages, anew: text as binary or binary as text.",
      "Without OUT it is printed as text, whatever it is.",
      "Of a recording by serve or tap that ends within a message, as after a kill, all that is"
          + " whole is written; the exit code is 1."
    },
    mixinStandardHelpOptions = true)
final class ConvertCommand implements Callable<Integer> {
  /** A recording may hold what was made under other limits. */
  private static final FrameLimits LIMITS =
      new FrameLimits(1 << 29, 2 * FrameLimits.DEFAULT.nestingMax(), Long.MAX_VALUE);

  private static final int BUFFER_BYTES = 1 << 16;

  @Parameters(index = "0", paramLabel = "IN", description = "The recording.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path in;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OUT",
      description = "Where to write: binary if the name ends with .cbor, otherwise text.")
  private @Nullable Path out;

  /** Where a message begins that is not whole, -1 if there is none. */
  private long cutAt = -1;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (Files.isDirectory(in)) {
      throw new IOException(in + " is a folder, expected a recording");
    }
    PrintWriter console = spec.commandLine().getOut();
    Path target = out;
    if (target == null) {
      var stream = new BufferedOutputStream(new ConsoleStream(console), BUFFER_BYTES);
      convert(stream, WireEncoding.YAML);
      return tellIfCut();
    }
    long messages =
        WholeFile.write(
            target,
            stream ->
                convert(
                    new BufferedOutputStream(stream, BUFFER_BYTES),
                    FileRecorder.encodingOf(target)));
    console.println("converted " + messages + " messages to " + target);
    return tellIfCut();
  }

  /** Says what was left out; answers the exit code. */
  private int tellIfCut() throws IOException {
    if (cutAt < 0) {
      return 0;
    }
    spec.commandLine()
        .getErr()
        .println(
            in
                + " is cut: it ends within a message that begins at byte "
                + cutAt
                + "; its "
                + (Files.size(in) - cutAt)
                + " bytes are left out, all that is before them is there");
    return 1;
  }

  private long convert(OutputStream stream, WireEncoding encoding) throws IOException {
    long messages = 0;
    try (var reader =
            new RecordingReader(
                new BufferedInputStream(Files.newInputStream(in), BUFFER_BYTES), LIMITS);
        var writer = new RecordingWriter(stream, encoding, LIMITS, false)) {
      for (Recorded next = reader.next(); next != null; next = reader.next()) {
        writer.write(next);
        messages++;
      }
      cutAt = reader.isCut() ? reader.wholeBytes() : -1;
    } catch (NoSuchFileException e) {
      throw new IOException("there is no file " + in, e);
    } catch (WireException e) {
      throw new IOException(in + ": " + e.getMessage(), e);
    } catch (OutOfMemoryError e) {
      throw new IOException(
          in
              + ": a message behind the first "
              + messages
              + " takes more memory than there is ("
              + (Runtime.getRuntime().maxMemory() >> 20)
              + " MiB); is it a recording?",
          e);
    }
    return messages;
  }

  /** Whole messages of text on their way to the console. */
  private static final class ConsoleStream extends FilterOutputStream {
    private final PrintWriter console;
    private final java.io.ByteArrayOutputStream bytes;

    ConsoleStream(PrintWriter console) {
      this(console, new java.io.ByteArrayOutputStream());
    }

    private ConsoleStream(PrintWriter console, java.io.ByteArrayOutputStream bytes) {
      super(bytes);
      this.console = console;
      this.bytes = bytes;
    }

    @Override
    public void write(byte[] array, int offset, int length) throws IOException {
      // A character may be cut in two, a line is not: print up to the last one that is whole.
      int end = offset + length;
      int whole = end;
      while (whole > offset && array[whole - 1] != '\n') {
        whole--;
      }
      bytes.write(array, offset, whole - offset);
      if (whole > offset) {
        print();
      }
      bytes.write(array, whole, end - whole);
    }

    private void print() throws IOException {
      console.print(bytes.toString(StandardCharsets.UTF_8));
      bytes.reset();
      if (console.checkError()) {
        throw new IOException(
            "cannot write to the standard output: nobody reads it, or it is full");
      }
    }

    @Override
    public void close() throws IOException {
      print();
    }
  }
}
