package io.vitrine.store;

import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** Checks the checkpoint of a durable store, item by item. For one thread; others may write. */
final class CheckpointCheck {
  private final StoreFiles files;
  private final ControlCheck control;
  private final long epoch;
  private final Findings findings;

  /** Size of what was read. */
  long bytes;

  CheckpointCheck(StoreFiles files, ControlCheck control, long epoch, Findings findings) {
    this.files = files;
    this.control = control;
    this.epoch = epoch;
    this.findings = findings;
  }

  /** Checks the newest checkpoint, which may be replaced meanwhile. */
  void run() throws IOException {
    while (control.epoch != 0 && isDurable()) {
      long revision = control.word(ControlLayout.CHECKPOINT);
      String name = CheckpointWriter.nameOf(revision);
      String damage = read(name, revision);
      if (damage.isEmpty()) {
        return;
      }
      if (control.word(ControlLayout.CHECKPOINT) == revision) {
        findings.damage(name, 0, damage, "a whole checkpoint of this store");
        return;
      }
    }
  }

  private boolean isDurable() {
    return control.word(ControlLayout.DURABLE) == DurableWords.YES;
  }

  /** What is wrong with a checkpoint, empty for nothing. */
  private String read(String name, long revision) throws IOException {
    try (CheckpointReader reader = CheckpointReader.open(files, name)) {
      if (reader.epoch() != epoch) {
        return "one of another store or of before a loss of power";
      }
      if (reader.revision != revision) {
        return "one of revision " + reader.revision;
      }
      while (reader.next() != CheckpointLayout.END) {
        // each item is looked at
      }
      bytes += reader.bytes();
      return "";
    } catch (NoSuchFileException e) {
      return "no file";
    } catch (StoreException e) {
      return MapCheck.withoutName(e, files.describe(name));
    }
  }
}
