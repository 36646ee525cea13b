package io.vitrine.store;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A store that loses its power again and again while it is written to. Every image of what may be
 * left on disk is opened and compared with the history that the store itself told: it must be a
 * whole state of it, with everything that was acknowledged, and so must images of the recovery. For
 * one thread; what is random comes from a seed, but not how the threads meet.
 */
public final class PowerRun {
  private static final int GENERATIONS = 3;
  private static final int NESTED_MAX = 2;

  private final Random random;
  private final Map<MappedStore, PacedClock> clocks = new WeakHashMap<>();
  private int images;
  private int recoveries;
  private long changes;

  private PowerRun(long seed) {
    this.random = new Random(seed);
  }

  /**
   * What a run has done.
   *
   * @param images how many images were opened and verified
   * @param recoveries how many of them had to be recovered, those of recoveries not counted
   * @param changes how many changes were acknowledged
   */
  public record Counts(int images, int recoveries, long changes) {}

  /**
   * Plays one life of a store.
   *
   * @param seed what is random comes from
   * @return what was done
   * @throws IOException if the run cannot go on
   * @throws AssertionError if an image is not as it must be
   */
  public static Counts play(long seed) throws IOException {
    var run = new PowerRun(seed);
    try {
      run.live();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("power run of seed " + seed + ": " + e.getMessage(), e);
    }
    return new Counts(run.images, run.recoveries, run.changes);
  }

  /** What may be left when the power goes, and what must be in it. */
  private record Image(
      PowerDisk disk, List<Long> acknowledged, long forcedTo, long intervalBefore) {}

  /** An image of a recovery, and whether it was the power that went. */
  private record Nested(PowerDisk disk, boolean lostPower) {}

  /** A store on its disk. */
  private record Opened(PowerDisk disk, MappedStore store, long bootId) {}

  private void live() throws IOException {
    Map<String, Map<Long, PowerHistory.Entry>> state = new TreeMap<>();
    Opened at = firstOpen();
    for (int generation = 0; generation < GENERATIONS; generation++) {
      for (int i = 0; i < PowerWriter.SHARED; i++) {
        String shared = PowerWriter.shared(i);
        at.store.map(shared, PowerWriter.optionsOf(shared));
        state.computeIfAbsent(PowerWriter.shared(i), path -> new TreeMap<>());
      }
      at = new Generation(at, state).play();
      state = PowerHistory.stateOf(at.store);
    }
    at.store.close();
    at.disk.close();
  }

  /** Opens a new store; whatever is left when the power goes meanwhile can be opened, too. */
  private Opened firstOpen() throws IOException {
    var disk = new PowerDisk();
    var left = new ArrayList<PowerDisk>();
    disk.watch((operation, name) -> {
      disk.writeSome(random);
      if (left.size() < 4 && random.nextInt(4) == 0) {
        left.add(disk.afterPowerLoss(random));
      }
    });
    long bootId = nextBootId();
    MappedStore store = open(disk, bootId, options(Durability.SYNC));
    disk.watch((operation, name) -> {});
    for (PowerDisk image : left) {
      images++;
      MappedStore again = open(image, nextBootId(), options(anyDurability()));
      check(again.list("/").isEmpty(), "a store that never was open has maps");
      again.close();
      image.close();
    }
    return new Opened(disk, store, bootId);
  }

  private long nextBootId() {
    return (random.nextLong() & CheckedWord.VALUE_MASK) | 1;
  }

  private StoreOptions options(Durability durability) {
    return new StoreOptions(random.nextInt(1 << 20))
        .withDurability(durability)
        .withCheckpointBytes(1 << (12 + random.nextInt(10)));
  }

  private MappedStore open(PowerDisk disk, long bootId, StoreOptions options) throws IOException {
    long seed = random.nextLong();
    var drawn = new Random(seed);
    var clock = new PacedClock();
    MappedStore store =
        MappedStore.open(new Surroundings(disk.files(bootId), clock, drawn::nextLong), options);
    clocks.put(store, clock);
    return store;
  }

  private Durability anyDurability() {
    return switch (random.nextInt(3)) {
      case 0 -> Durability.PROCESS;
      case 1 -> Durability.async(Duration.ofMillis(1 + random.nextInt(20)));
      default -> Durability.SYNC;
    };
  }

  private static void check(boolean holds, String what) {
    if (!holds) {
      throw new AssertionError(what);
    }
  }

  /** Without damage there is nothing to give up, nor to tell of. */
  static void checkNothingLost(RepairReport report) {
    check(
        report.lostEntries() == 0 && report.lost().isEmpty() && report.notes().isEmpty(),
        "a repair of what the power left has given something up: "
            + report.lost()
            + ", "
            + report.notes()
            + ", by "
            + report);
  }

  /** Writers at work between two losses of power. */
  private final class Generation {
    private final Opened at;
    private final @Nullable MappedStore second;
    private final int owners = 1 + random.nextInt(4);
    private final AtomicLongArray acknowledged = new AtomicLongArray(owners);
    private final boolean[] isSync = new boolean[owners];
    private final PowerHistory history;
    private final List<PowerWriter> writers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final DurableWords words;
    private final Random imageRandom = new Random(random.nextLong());

    /** Where everything had ended when the last interval of an ASYNC store began that is over. */
    private volatile long intervalBefore;

    /** Images that were taken within operations; under the disk's lock. */
    private final List<Image> taken = new ArrayList<>();

    Generation(Opened at, Map<String, Map<Long, PowerHistory.Entry>> state) throws IOException {
      this.at = at;
      this.words = at.store.words();
      this.second =
          random.nextBoolean() ? open(at.disk, at.bootId, options(anyDurability())) : null;
      this.history = new PowerHistory(at.store, state, owners);
      int operations = 50 + random.nextInt(400);
      int valueBytesMax = random.nextInt(10) == 0 ? 60_000 : random.nextInt(4) == 0 ? 8_000 : 300;
      for (int owner = 0; owner < owners; owner++) {
        boolean inSecond = second != null && random.nextBoolean();
        MappedStore store = inSecond && second != null ? second : at.store;
        isSync[owner] = store.promise().equals(Durability.SYNC);
        var writer =
            new PowerWriter(
                store,
                owner,
                owners,
                operations,
                valueBytesMax,
                random.nextLong(),
                acknowledged,
                history::readOn);
        writers.add(writer);
        threads.add(
            Thread.ofPlatform()
                .name("power-writer-" + owner)
                .daemon()
                .unstarted(() -> runWriter(writer)));
      }
    }

    private void runWriter(Runnable writer) {
      try {
        writer.run();
      } catch (Throwable e) {
        failure.compareAndSet(null, e);
      }
    }

    /** Lets the writers work, takes images, and goes on with the store of the last one. */
    Opened play() throws IOException {
      int rate = 1 + imageRandom.nextInt(30);
      at.disk.watch((operation, name) -> {
        at.disk.writeSome(imageRandom);
        if (taken.size() < 10 && imageRandom.nextInt(rate) == 0) {
          taken.add(image());
        }
      });
      threads.forEach(Thread::start);
      while (threads.stream().anyMatch(Thread::isAlive)) {
        passInterval(at.store);
        passInterval(second);
        verify(List.of(imageNow()));
        verify(takeTaken());
        Thread.onSpinWait();
      }
      if (random.nextInt(3) == 0) {
        return closeAndGoOn();
      }
      Image last = imageNow();
      at.disk.watch((operation, name) -> {});
      verify(takeTaken());
      quit();
      return goOn(last);
    }

    /** Lets the interval pass within which all that is settled now must come to disk. */
    private void passInterval(@Nullable MappedStore store) {
      PacedClock clock = clocks.get(store);
      if (store != null && clock != null && store.promise().kind() == Durability.Kind.ASYNC) {
        long settled = at.store.log().settle();
        clock.pass(store.promise().interval().toNanos());
        intervalBefore = settled;
      }
    }

    private Image imageNow() {
      synchronized (at.disk) {
        at.disk.writeSome(imageRandom);
        return image();
      }
    }

    /** Takes an image; what is acknowledged by then must be in it. */
    private Image image() {
      long before = intervalBefore;
      var counts = new ArrayList<Long>();
      for (int owner = 0; owner < owners; owner++) {
        counts.add(isSync[owner] ? acknowledged.get(owner) : 0L);
      }
      return new Image(at.disk.afterPowerLoss(imageRandom), counts, words.forcedTo(), before);
    }

    private List<Image> takeTaken() {
      synchronized (at.disk) {
        var list = List.copyOf(taken);
        taken.clear();
        return list;
      }
    }

    private void verify(List<Image> list) throws IOException {
      for (Image image : list) {
        Opened opened = recover(image);
        Invariants.check(opened.store);
        opened.store.close();
        opened.disk.close();
      }
      rethrow();
    }

    private void rethrow() {
      Throwable e = failure.get();
      if (e != null) {
        throw new AssertionError("a writer failed: " + e, e);
      }
    }

    /** Opens an image and checks what came back, and what would if the recovery were cut short. */
    private Opened recover(Image image) throws IOException {
      List<Nested> nested = new ArrayList<>();
      int rate = 1 + random.nextInt(40);
      image.disk.watch((operation, name) -> {
        image.disk.writeSome(imageRandom);
        if (nested.size() < NESTED_MAX && imageRandom.nextInt(rate) == 0) {
          boolean lost = imageRandom.nextBoolean();
          nested.add(
              new Nested(
                  lost ? image.disk.afterPowerLoss(imageRandom) : image.disk.afterKill(), lost));
        }
      });
      long bootId = nextBootId();
      if (random.nextInt(3) == 0) {
        repair(image.disk, bootId);
      }
      MappedStore store = open(image.disk, bootId, options(anyDurability()));
      image.disk.watch((operation, name) -> {});
      images++;
      var state = verify(image, store);
      for (Nested cut : nested) {
        long nextBoot = cut.lostPower ? nextBootId() : bootId;
        MappedStore again = open(cut.disk, nextBoot, options(anyDurability()));
        images++;
        check(
            state.equals(PowerHistory.stateOf(again)),
            "a recovery that was cut short and made again gives something else");
        again.close();
        cut.disk.close();
      }
      return new Opened(image.disk, store, bootId);
    }

    /** Repairs what nobody has opened since, by which nothing may be lost, either. */
    private void repair(PowerDisk disk, long bootId) throws IOException {
      var drawn = new Random(random.nextLong());
      var surroundings = new Surroundings(disk.files(bootId), new PacedClock(), drawn::nextLong);
      RepairReport report = StoreRepair.runAlone(surroundings, RepairOptions.defaults());
      checkNothingLost(report);
    }

    private Map<String, Map<Long, PowerHistory.Entry>> verify(Image image, MappedStore store) {
      history.readOn();
      long end = history.end();
      if (store.words().formerEpoch() == at.store.log().epoch) {
        recoveries++;
        end = store.words().recoveredTo();
      } else {
        check(store.epoch() == at.store.log().epoch, "the epoch is neither old nor new");
      }
      check(end <= history.end(), "the log has come back further than it ever was: " + end);
      check(end >= image.forcedTo, "forced up to " + image.forcedTo + ", back up to " + end);
      check(
          end >= image.intervalBefore,
          "settled for an interval " + image.intervalBefore + ", back up to " + end);
      for (int owner = 0; owner < owners; owner++) {
        long needed = history.revision(owner, image.acknowledged.get(owner));
        check(end >= needed, "acknowledged " + needed + ", back up to " + end);
      }
      var expected = history.stateAt(end);
      var found = PowerHistory.stateOf(store);
      check(expected.equals(found), "at " + end + " expected " + expected + ", found " + found);
      return found;
    }

    private Opened goOn(Image image) throws IOException {
      Opened next = recover(image);
      at.disk.close();
      return next;
    }

    /** Lets everybody leave, with the power lost somewhere on the way or afterwards. */
    private Opened closeAndGoOn() throws IOException {
      verify(takeTaken());
      history.end();
      at.disk.watch((operation, name) -> {
        at.disk.writeSome(imageRandom);
        if (taken.size() < 10 && imageRandom.nextInt(8) == 0) {
          taken.add(image());
        }
      });
      quit();
      Image last = imageNow();
      at.disk.watch((operation, name) -> {});
      verify(takeTaken());
      return goOn(last);
    }

    private void quit() {
      history.readToEnd(); // the store must be open for that
      for (int owner = 0; owner < owners; owner++) {
        changes += acknowledged.get(owner);
      }
      if (second != null) {
        second.close();
      }
      at.store.close();
    }
  }
}
