package io.vitrine.chronicle;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Tells now and then how far it is. For the main thread. */
final class Progress {
  private static final long INTERVAL = TimeUnit.SECONDS.toNanos(5);
  private static final int ASK_EVERY = 1 << 12;

  private final Consumer<String> out;
  private String what = "";
  private long total;
  private long done;
  private long begun;
  private long told;

  Progress(Consumer<String> out) {
    this.out = out;
  }

  void begin(String what, long total) {
    this.what = what;
    this.total = total;
    this.done = 0;
    this.begun = System.nanoTime();
    this.told = begun;
  }

  void step() {
    done++;
    if (done % ASK_EVERY == 0 && System.nanoTime() - told > INTERVAL) {
      tell();
    }
  }

  void end() {
    tell();
  }

  private void tell() {
    told = System.nanoTime();
    double seconds = Math.max(1e-3, (told - begun) / 1e9);
    out.accept(
        "%s %,d of %,d entries, %,d a second"
            .formatted(what, done, total, (long) (done / seconds)));
  }
}
