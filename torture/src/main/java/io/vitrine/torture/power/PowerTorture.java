package io.vitrine.torture.power;

import io.vitrine.store.PowerRun;
import io.vitrine.torture.Torture;
import io.vitrine.torture.TortureRun;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code vitrine torture power}: a simulated disk loses its power. For one thread. */
@Command(
    name = "power",
    mixinStandardHelpOptions = true,
    description =
        "Lets stores on a simulated disk lose their power while they are written to, opened,"
            + " recovered and closed: of what was not forced, any page is left in any version, and"
            + " any name there or not. Opens each image and compares it with the store's own"
            + " history: nothing torn, nothing missing that was acknowledged, order kept.")
public final class PowerTorture extends Torture {
  @Option(
      names = "--images",
      paramLabel = "N",
      defaultValue = "" + Integer.MAX_VALUE,
      description = "End after so many images, if the time is not up before.")
  private int images;

  /** Called by picocli. */
  public PowerTorture() {}

  @Override
  protected void run(TortureRun run) throws IOException {
    if (images < 1) {
      throw usage("--images is " + images + ", expected 1 or more");
    }
    // Each life has a seed of its own, so that the one that failed can be the first next time.
    for (long seed = run.seed(); run.goesOn() && run.counted("images") < images; seed++) {
      PowerRun.Counts counts = PowerRun.play(seed);
      run.count("stores", 1);
      run.count("images", counts.images());
      run.count("recoveries", counts.recoveries());
      run.count("changes", counts.changes());
      run.progress();
    }
  }
}
