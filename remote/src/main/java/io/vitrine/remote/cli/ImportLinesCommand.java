package io.vitrine.remote.cli;

import io.vitrine.remote.lines.MapLines;
import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads what {@link ExportCommand} wrote. */
@Command(
    name = "lines",
    description = {
      "Set the entries of a file that export wrote, in YAML or JSON.",
      "The map is made where there is none; entries with other keys stay. A line that is wrong"
          + " stops the import; what came before it is in the map."
    },
    mixinStandardHelpOptions = true)
final class ImportLinesCommand implements Callable<Integer> {
  @Option(
      names = "--data",
      required = true,
      paramLabel = "DIR",
      description = "Folder of the store, which is made where there is none.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path data;

  @Parameters(index = "0", paramLabel = "FILE", description = "The file, - for standard input.")
  private String file = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "PATH",
      description = "Path of the map; without it that which the file names.")
  private @Nullable String path;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    boolean standard = file.equals("-");
    String target = path == null ? null : Target.mapPath(path);
    if (target != null) {
      Stores.requireNames(target);
    }
    try (InputStream in = standard ? new Unclosed(System.in) : open(file);
        Store store = Stores.open(data)) {
      MapLines.Imported done = MapLines.read(store, target, standard ? "standard input" : file, in);
      spec.commandLine()
          .getOut()
          .println(
              "imported "
                  + done.entries()
                  + " entries into "
                  + done.path()
                  + (done.expired() > 0 ? "; " + done.expired() + " more had expired" : ""));
    }
    return 0;
  }

  /**
   * The standard input, which is not closed: where whoever started the program has closed it, its
   * descriptor is one of the JVM's own files.
   */
  private static final class Unclosed extends FilterInputStream {
    Unclosed(InputStream in) {
      super(in);
    }

    @Override
    public void close() {
      // it ends with the process
    }
  }

  /** Before the store, so that a wrong name leaves none behind. */
  private static InputStream open(String file) throws IOException {
    Path path = Path.of(file);
    if (!Files.exists(path)) {
      throw new IOException("there is no file " + file);
    }
    if (Files.isDirectory(path)) {
      throw new IOException(file + " is a folder, expected a file that export wrote");
    }
    return Files.newInputStream(path);
  }
}
