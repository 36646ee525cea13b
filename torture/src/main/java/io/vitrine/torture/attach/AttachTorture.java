package io.vitrine.torture.attach;

import io.vitrine.store.Attached;
import io.vitrine.store.ChildJvm;
import io.vitrine.store.Codecs;
import io.vitrine.store.Invariants;
import io.vitrine.store.LockWords;
import io.vitrine.store.MapOptions;
import io.vitrine.store.ProcessUse;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.Stores;
import io.vitrine.torture.Torture;
import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.TortureRun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code vitrine torture attach}: many at once, and often one after the other. One thread. */
@Command(
    name = "attach",
    mixinStandardHelpOptions = true,
    description =
        "Attaches many processes to one store at once and kills them all, then attaches and"
            + " detaches this process again and again, and looks for what is left: numbers of"
            + " processes, open files, mappings, threads. Nothing in it is random.")
public final class AttachTorture extends Torture {
  private static final int TIMES_A_LOOK = 500;
  private static final MapOptions<Long, Long> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.longs());

  @Option(
      names = "--processes",
      paramLabel = "P",
      defaultValue = "64",
      description = "How many are attached at once (default: ${DEFAULT-VALUE}).")
  private int processes;

  @Option(
      names = "--times",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "How often to attach and detach (default: ${DEFAULT-VALUE}); fails if the time is up"
              + " before.")
  private int times;

  /** Called by picocli. */
  public AttachTorture() {}

  @Override
  protected void run(TortureRun run) throws IOException {
    if (processes < 1 || processes > 1_000 || times < 1) {
      throw usage("--processes must be 1 to 1000, --times 1 or more");
    }
    Path folder = run.folder().resolve("store");
    atOnce(run, folder);
    oneAfterTheOther(run, folder);
  }

  private void atOnce(TortureRun run, Path folder) {
    var children = new ArrayList<ChildJvm>();
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map(Attached.PATH, Attached.OPTIONS);
      for (int i = 0; i < processes; i++) {
        children.add(
            ChildJvm.start(
                Attached.class, List.of("-Xmx32m"), folder.toString(), Integer.toString(i)));
        if (i % 4 == 3) {
          awaitAttached(children.get(i)); // a few at a time start at once
        }
        run.progress();
      }
      var numbers = new HashSet<Long>();
      for (int i = 0; i < processes; i++) {
        if (i % 4 != 3) {
          awaitAttached(children.get(i));
        }
        numbers.add(map.get((long) i));
      }
      if (numbers.size() != processes || numbers.contains(null)) {
        throw new TortureFailure(processes + " processes have the numbers " + numbers);
      }
      run.count("processes attached at once", processes);
      children.forEach(ChildJvm::kill);
      store.sweep();
      List<String> held = LockWords.heldByTheDead(store, Set.of());
      if (!held.isEmpty()) {
        throw new TortureFailure("still held by the dead after a sweep: " + held);
      }
      Invariants.check(store);
    } finally {
      children.forEach(ChildJvm::close);
    }
  }

  private static void awaitAttached(ChildJvm child) {
    String line = child.line();
    if (!"attached".equals(line)) {
      throw new TortureFailure("a process printed " + line + ", expected that it is attached");
    }
  }

  private void oneAfterTheOther(TortureRun run, Path folder) throws IOException {
    attach(folder, 0);
    ProcessUse before = ProcessUse.now();
    long owner = -1;
    for (int i = 1; i <= times; i++) {
      if (!run.goesOn()) {
        throw new TortureFailure(
            "only " + i + " of " + times + " times in this time: give it more --seconds");
      }
      long number = attach(folder, i);
      if (owner >= 0 && number != owner) {
        throw new TortureFailure(
            "this process got the number " + number + " after " + owner + ": one was not free");
      }
      owner = number;
      run.count("times attached and detached", 1);
      if (i % TIMES_A_LOOK == 0) {
        before.checkSame(ProcessUse.now());
        run.progress();
      }
    }
    before.checkSame(ProcessUse.now());
    run.say("in use " + before + ", after " + times + " times " + ProcessUse.now());
    try (Store store = Stores.open(folder)) {
      StoreMap<Long, Long> map = store.map("/maps/times", OPTIONS);
      if (map.size() != times + 1L) {
        throw new TortureFailure("the map has " + map.size() + " entries, one a time expected");
      }
      Invariants.check(store);
    }
  }

  /** Attaches, changes something, detaches; the number that the process had. */
  private static long attach(Path folder, long key) {
    try (Store store = Stores.open(folder)) {
      store.map("/maps/times", OPTIONS).put(key, key);
      return LockWords.number(store);
    }
  }
}
