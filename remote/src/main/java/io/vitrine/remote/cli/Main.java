package io.vitrine.remote.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/**
 * The command line program. Exit code 0 for success, 1 for a failure, 2 for wrong usage; a failure
 * is one line on the standard error stream.
 */
@Command(
    name = "vitrine",
    description = "Maps, sets and lists in memory-mapped files that anyone may watch.",
    mixinStandardHelpOptions = true,
    version = "vitrine 0.1.0",
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Callable<Integer> {
  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure.")
  private boolean verbose;

  @SuppressWarnings("NullAway.Init") // set before the command runs
  private CommandLine line;

  private Main() {}

  /**
   * Runs the program and ends the JVM.
   *
   * @param args the arguments
   */
  public static void main(String[] args) {
    var standard = new StandardOutput();
    var out = new PrintWriter(standard, true, StandardCharsets.UTF_8);
    var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    int code = run(out, err, args);
    out.flush();
    System.exit(standard.exitCode(code, err));
  }

  /**
   * Runs the program.
   *
   * @param out where results go
   * @param err where failures go
   * @param args the arguments
   * @return the exit code
   */
  public static int run(PrintWriter out, PrintWriter err, String... args) {
    var main = new Main();
    var line = new CommandLine(main);
    main.line = line;
    for (Object command :
        new Object[] {
          new ServeCommand(),
          new CreateCommand(),
          new GetCommand(),
          new AddCommand(),
          new PutCommand(),
          new RemoveCommand(),
          new DropCommand(),
          new ListCommand(),
          new DescribeCommand(),
          new WatchCommand(),
          new ExportCommand(),
          new ImportCommand(),
          new CheckCommand(),
          new SnapshotCommand(),
          new CompactCommand(),
          new RepairCommand(),
          new TokenCommand(),
          new TapCommand(),
          new WireCommand()
        }) {
      line.addSubcommand(command);
    }
    for (CommandProvider provider : ServiceLoader.load(CommandProvider.class)) {
      line.addSubcommand(provider.command());
    }
    tellVersion(line, line.getCommandSpec().version());
    line.setOut(out);
    line.setErr(err);
    line.setUsageHelpAutoWidth(true);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setParameterExceptionHandler((e, _) -> {
      String name = e.getCommandLine().getCommandSpec().qualifiedName();
      err.println(
          name
              + ": "
              + oneLine(e.getMessage()).replaceFirst("^Error: ", "")
              + "; see "
              + name
              + " --help");
      return CommandLine.ExitCode.USAGE;
    });
    line.setExecutionExceptionHandler(main::onFailure);
    try {
      return line.execute(args);
    } catch (Error e) { // the library hands on exceptions alone
      err.println("vitrine: " + oneLine(e.toString()));
      if (main.verbose) {
        e.printStackTrace(err);
      }
      err.flush();
      return CommandLine.ExitCode.SOFTWARE;
    }
  }

  /** All commands have {@code -V}, and each of them would print nothing. */
  private static void tellVersion(CommandLine line, String[] version) {
    line.getSubcommands()
        .values()
        .forEach(each -> {
          each.getCommandSpec().version(version);
          tellVersion(each, version);
        });
  }

  @Override
  public Integer call() {
    line.usage(line.getOut());
    return CommandLine.ExitCode.USAGE;
  }

  private int onFailure(Exception e, CommandLine command, @Nullable ParseResult parsed) {
    PrintWriter err = command.getErr();
    err.println(command.getCommandSpec().qualifiedName() + ": " + oneLine(message(e)));
    if (verbose) {
      e.printStackTrace(err);
    }
    err.flush();
    return e instanceof UsageException ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
  }

  private static String message(Throwable failure) {
    if (failure instanceof NoSuchFileException e) {
      return "there is no such file or folder: " + e.getFile();
    }
    if (failure instanceof AccessDeniedException e) {
      return "no permission for " + e.getFile();
    }
    String message = failure.getMessage();
    return message == null || message.isBlank() ? failure.toString() : message;
  }

  private static String oneLine(@Nullable String text) {
    return text == null ? "failed" : text.strip().replaceAll("\\s*\\R\\s*", " ");
  }
}
