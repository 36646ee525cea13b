package io.vitrine.remote.cli;

import io.vitrine.store.Store;
import io.vitrine.store.StoreException;
import io.vitrine.store.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Copies a store as it is at one revision. For the main thread. */
@Command(
    name = "snapshot",
    description =
        "Copy a store, as it is at one revision, into another folder; it may be in use meanwhile.",
    mixinStandardHelpOptions = true)
final class SnapshotCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "STORE", description = "The store's folder.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path store;

  @Parameters(
      index = "1",
      paramLabel = "TARGET",
      description = "Folder of the copy, absent or empty.")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Path target;

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private CommandSpec spec;

  @Override
  public Integer call() {
    if (!Files.exists(store.resolve("store.vtr"))) {
      throw new StoreException(store + ": is not a store: it has no store.vtr");
    }
    try (Store from = Stores.open(store)) {
      long revision = from.snapshot(target);
      spec.commandLine()
          .getOut()
          .println(target + ": the store as of revision " + revision + " of epoch " + from.epoch());
    }
    return 0;
  }
}
