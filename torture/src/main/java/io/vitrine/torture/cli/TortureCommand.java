package io.vitrine.torture.cli;

import io.vitrine.torture.attach.AttachTorture;
import io.vitrine.torture.connect.ConnectionsTorture;
import io.vitrine.torture.corrupt.CorruptTorture;
import io.vitrine.torture.fuzz.FuzzTorture;
import io.vitrine.torture.jcstress.JcstressTorture;
import io.vitrine.torture.kill.KillTorture;
import io.vitrine.torture.power.PowerTorture;
import io.vitrine.torture.size.SizeTorture;
import io.vitrine.torture.subscribe.SubscribeTorture;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code vitrine torture}: the list of all tortures. For one thread. */
@Command(
    name = "torture",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "NAME",
    description =
        "Does to a store what must not hurt it, and checks that it does not. Ends with PASS and"
            + " exit code 0, or with FAIL, 1 and what is needed to repeat the failure.",
    subcommands = {
      KillTorture.class,
      PowerTorture.class,
      CorruptTorture.class,
      AttachTorture.class,
      ConnectionsTorture.class,
      SizeTorture.class,
      JcstressTorture.class,
      FuzzTorture.class,
      SubscribeTorture.class,
    })
final class TortureCommand implements Callable<Integer> {
  @SuppressWarnings("NullAway.Init") // Set before the command runs.
  @Spec
  private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().usage(spec.commandLine().getOut());
    return ExitCode.USAGE;
  }
}
