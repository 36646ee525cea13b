package io.vitrine.torture.kill;

import io.vitrine.store.CheckReport;
import io.vitrine.store.Invariants;
import io.vitrine.store.LockWords;
import io.vitrine.store.LogState;
import io.vitrine.store.MapInfo;
import io.vitrine.store.Store;
import io.vitrine.store.StoreMap;
import io.vitrine.store.StoreOptions;
import io.vitrine.store.Stores;
import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.TortureRun;
import io.vitrine.torture.kill.EventRing.Wait;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * So many kills over maps that begin empty, and the judgement over all that is left: with a change
 * log, which is compared with the maps, or in a store of its own that has none to the end. For one
 * thread.
 */
final class Generation implements AutoCloseable {
  static final String KILLS = "kills";

  private static final int ALIVE_NANOS_MAX = 60_000_000;
  private static final int START_NANOS_MAX = 600_000_000;
  private static final int PAUSE_NANOS_MAX = 200_000_000;
  private static final long READ_SECONDS_MAX = 30;
  private static final long SWEEP_NANOS_MAX = 20_000_000_000L;
  private static final long SWEEP_NAP_NANOS = 5_000_000;

  private final TortureRun run;
  private final TakeoverTimes times;
  private final Random random;
  private final Path folder;
  private final Store store;
  private final @Nullable Audit audit;
  private final List<Writer> writers = new ArrayList<>();
  private final Set<Long> killed = new HashSet<>();

  Generation(
      TortureRun run,
      TakeoverTimes times,
      int number,
      boolean logged,
      int processes,
      int threads,
      List<String> launcher,
      Arena arena)
      throws IOException {
    this.run = run;
    this.times = times;
    this.random = run.random(number);
    this.folder = run.folder().resolve(logged ? "store" : "unlogged" + number);
    Path journals = Files.createDirectory(run.folder().resolve("journals" + number));
    this.store = Stores.open(folder, new StoreOptions(AuditPlace.RETAIN_BYTES));
    this.audit = logged ? audit(store, AuditPlace.open(store, journals, arena)) : null;
    for (int process = 0; process < processes; process++) {
      var deeds = new ArrayList<Deeds>();
      for (int thread = 0; thread < threads; thread++) {
        deeds.add(Deeds.open(store, journals, process * threads + thread, logged, arena));
      }
      ProcessFile file = ProcessFile.open(journals, process, arena);
      writers.add(new Writer(process, folder, journals, file, deeds, logged, launcher));
    }
  }

  private static Audit audit(Store store, AuditPlace place) {
    var maps = new ArrayList<StoreMap<?, ?>>(EntryDeed.maps(store));
    maps.addAll(SmallEntryDeed.maps(store));
    maps.add(ArrayDeed.map(store));
    maps.add(CounterDeed.map(store));
    maps.addAll(GroupDeed.maps(store));
    maps.addAll(TransferDeed.maps(store));
    return new Audit(store, place, maps);
  }

  /** Plays it, and judges. */
  void play(int killsMost) throws IOException, InterruptedException {
    var space = new SpaceWatch(killsMost, run.nanosLeft(), System::nanoTime);
    if (audit != null) {
      audit.start();
    }
    for (Writer writer : writers) {
      writer.start(random.nextLong());
    }
    for (int kill = 0; kill < killsMost && run.goesOn(); kill++) {
      Writer victim = writers.get(random.nextInt(writers.size()));
      if (random.nextInt(10) == 0) {
        LockSupport.parkNanos(random.nextInt(START_NANOS_MAX)); // perhaps it is just starting
      } else {
        victim.awaitDeeds();
        LockSupport.parkNanos(random.nextInt(ALIVE_NANOS_MAX));
      }
      sweep();
      if (random.nextInt(4) == 0) {
        pause(victim);
      }
      kill(victim);
      victim.start(random.nextLong());
      space.killed(this::bytes);
      checkLog();
      run.progress();
    }
    for (Writer writer : writers) {
      sweep();
      kill(writer);
    }
    judge(space);
  }

  /** The log has not contradicted itself so far, or has not begun. */
  private void checkLog() {
    if (audit != null) {
      audit.check();
    } else if (LogState.hasBegun(store)) {
      throw new TortureFailure("the change log has begun, although nobody asked for it");
    }
  }

  /** A paused owner is waited for and not robbed, and readers go on. */
  private void pause(Writer victim) throws IOException, InterruptedException {
    boolean still = victim.pause();
    List<String> held = LockWords.heldBy(store, victim.file().owner());
    var reading = CompletableFuture.runAsync(() -> readSomething());
    try {
      reading.get(READ_SECONDS_MAX, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      throw new TortureFailure("a reader waits while a writer is paused that holds " + held, e);
    }
    LockSupport.parkNanos(random.nextInt(PAUSE_NANOS_MAX));
    List<String> later = LockWords.heldBy(store, victim.file().owner());
    if (still && !held.equals(later)) {
      throw new TortureFailure("a paused writer held " + held + ", a while later " + later);
    }
    run.count("pauses", 1);
    run.count("locks held by the paused", held.size());
    if (random.nextBoolean()) {
      victim.resume();
      LockSupport.parkNanos(random.nextInt(ALIVE_NANOS_MAX));
    }
  }

  private void readSomething() {
    for (StoreMap<String, byte[]> map : EntryDeed.maps(store)) {
      map.cursor().next((key, value, revision) -> map.containsKey(key), 100);
    }
  }

  private void kill(Writer victim) throws IOException {
    long sent = System.nanoTime();
    victim.kill();
    times.kill(sent);
    victim.owner().ifPresent(killed::add);
    run.count(KILLS, 1);
    if (random.nextInt(4) == 0) {
      times.take(takeOver());
    }
    times.take(victim.file());
    for (Deeds deeds : victim.deeds()) {
      deeds.settle();
      deeds.verify(random, false);
    }
  }

  /** The judge asks for what the dead hold, as a writer does. */
  private List<Wait> takeOver() throws IOException {
    try (var queue = RunQueue.ofThisThread()) {
      long before = queue.nanos();
      List<long[]> asked = LockWords.takeOver(store, killed);
      long unscheduled = queue.nanos() - before;
      return asked.stream().map(t -> new Wait(t[0], t[1], unscheduled)).toList();
    }
  }

  /**
   * After it, nobody dead holds anything. A process that is just starting may have taken the number
   * of a dead one, and is about to take over what that held: it is waited for.
   */
  private void sweep() {
    long begin = System.nanoTime();
    store.sweep();
    List<String> left = LockWords.heldByTheDead(store, killed);
    while (!left.isEmpty()) {
      if (System.nanoTime() - begin > SWEEP_NANOS_MAX) {
        throw new TortureFailure("still held by the dead after sweeps: " + left);
      }
      LockSupport.parkNanos(SWEEP_NAP_NANOS);
      store.sweep();
      left = LockWords.heldByTheDead(store, killed);
    }
    times.swept();
  }

  private void judge(SpaceWatch space) throws IOException, InterruptedException {
    sweep();
    long deeds = 0;
    long additions = 0;
    long uncertain = 0;
    for (Writer writer : writers) {
      deeds += writer.file().deeds();
      for (Deeds one : writer.deeds()) {
        one.verify(random, true);
        additions += one.counter().done();
        uncertain += one.counter().uncertain();
      }
    }
    run.count("changes", deeds);
    if (audit != null) {
      run.count("log records", audit.end());
    }
    long[] sum = {0};
    CounterDeed.map(store).forEach((key, value) -> sum[0] += value);
    if (sum[0] < additions || sum[0] > additions + uncertain) {
      throw new TortureFailure(
          "counters add up to "
              + sum[0]
              + ", expected "
              + additions
              + " to "
              + (additions + uncertain));
    }
    if (audit != null) {
      Invariants.check(store); // also that every page and block is either used or free
    } else {
      judgeUnlogged();
    }
    checkFiles();
    run.say(space.check(bytes()));
    run.count("generations whose space was checked", space.isHalfOver() ? 1 : 0);
    clear();
  }

  /** What is found without a log; and that all is the same once the log has begun. */
  private void judgeUnlogged() {
    Invariants.checkMaps(store);
    checkReport();
    checkLog();
    run.count("generations without a log", 1);
    store.revision(); // lets it begin
    for (Writer writer : writers) {
      writer.deeds().forEach(deeds -> deeds.verify(random, true));
    }
    Invariants.checkMaps(store);
    checkReport();
  }

  private void checkReport() {
    CheckReport report = Stores.check(folder);
    if (!report.isClean()) {
      throw new TortureFailure("a check finds: " + report);
    }
  }

  private void checkFiles() throws IOException {
    try (var files = Files.walk(folder)) {
      List<Path> left = files.filter(f -> f.toString().contains(".new-")).toList();
      if (!left.isEmpty()) {
        throw new TortureFailure("unfinished files were left: " + left);
      }
    }
  }

  private long bytes() {
    return store.list("/").stream()
        .mapToLong(path -> Objects.requireNonNull(store.describe(path)).bytes())
        .sum();
  }

  private void clear() {
    long entries = 0;
    long bytes = 0;
    for (String path : store.list("/")) {
      MapInfo info = Objects.requireNonNull(store.describe(path));
      run.count("segments taken over", info.takeovers());
      entries += info.entries();
      bytes += info.bytes();
      store.drop(path);
    }
    run.count("generations", 1);
    run.say(entries + " entries in " + (bytes >> 20) + " MiB are as they must be");
  }

  @Override
  public void close() {
    writers.forEach(Writer::close);
    if (audit != null) {
      audit.close();
    }
    store.close();
  }
}
