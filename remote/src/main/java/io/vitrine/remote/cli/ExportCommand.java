package io.vitrine.remote.cli;

import io.vitrine.remote.lines.LineFormat;
import io.vitrine.remote.lines.MapLines;
import io.vitrine.store.Store;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a map as lines of text. */
@Command(
    name = "export",
    description = {
      "Write the entries of a map as lines of YAML or JSON, as they are at one moment.",
      "Others may go on writing meanwhile. import lines reads the file back."
    },
    mixinStandardHelpOptions = true)
final class ExportCommand implements Callable<Integer> {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the store; a server may have it open.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path data;

  @Parameters(paramLabel = "PATH", description = "Path of the map.")
  private String path = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "yaml",
      description = "yaml or json; ${DEFAULT-VALUE}.")
  private LineFormat format = LineFormat.YAML;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write, in place of the standard output; replaced when all is there.")
  private @Nullable Path file;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Target.requireStore(data);
    PrintWriter out = spec.commandLine().getOut();
    try (Store store = Target.openToRead(data)) {
      if (file == null) {
        MapLines.write(store, Target.mapPath(path), format, new CheckedWriter(out));
      } else {
        long entries = writeFile(store, file);
        out.println("exported " + entries + " entries to " + file);
      }
    }
    return 0;
  }

  private long writeFile(Store store, Path target) throws IOException {
    return WholeFile.write(
        target,
        stream -> {
          // Unlike with a charset alone, what is no text fails and does not become question marks.
          var writer = new OutputStreamWriter(stream, StandardCharsets.UTF_8.newEncoder());
          try {
            return MapLines.write(store, Target.mapPath(path), format, new BufferedWriter(writer));
          } catch (UncheckedIOException e) {
            throw new IOException("cannot write " + target + ": " + e.getMessage(), e);
          }
        });
  }

  /** Tells when whoever reads the lines is gone, which a PrintWriter does not. */
  private static final class CheckedWriter extends Writer {
    private static final int CHECK_CHARS = 1 << 16;

    private final PrintWriter out;
    private int unchecked;

    CheckedWriter(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void write(char[] characters, int offset, int length) throws IOException {
      out.write(characters, offset, length);
      unchecked += length;
      if (unchecked > CHECK_CHARS) {
        flush();
      }
    }

    @Override
    public void flush() throws IOException {
      unchecked = 0;
      if (out.checkError()) {
        throw new IOException(
            "cannot write to the standard output: nobody reads it, or it is full");
      }
    }

    @Override
    public void close() {}
  }
}
