package io.vitrine.store;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Damages small stores in every way that it knows and uses each: every answer must be right, or be
 * refused by a {@link StoreException} with a message that says where; in time and memory that do
 * not depend on what the damage says. For one thread, which waits while another one does it.
 */
public final class CorruptRun {
  /** Kinds of damage. */
  public enum Kind {
    /** Every bit turned. */
    BITS,
    /** Every length. */
    TRUNCATE,
    /** Parts and whole files from elsewhere. */
    SPLICE,
    /** Files that are no part of a store, or of another version. */
    FOREIGN
  }

  /**
   * What to do.
   *
   * @param seed what is random comes from
   * @param kinds of damage
   * @param shapes names of the shapes of stores, empty for all
   * @param bitsMax at most so many bits of the words in use of each file
   * @param othersMax at most so many of each other damage
   * @param folder where stores on disk are made
   * @param goesOn whether to go on; asked before each image
   * @param say is told what is found
   * @param allocated how many bytes the thread that asks has allocated on the heap so far
   * @param progress is told now and then how often what was done
   */
  public record Options(
      long seed,
      Set<Kind> kinds,
      List<String> shapes,
      long bitsMax,
      long othersMax,
      Path folder,
      BooleanSupplier goesOn,
      Consumer<String> say,
      LongSupplier allocated,
      Consumer<Map<String, Long>> progress) {
    /** Takes what to do. */
    public Options {
      kinds = EnumSet.copyOf(kinds);
      shapes = List.copyOf(shapes);
    }
  }

  /** An image may take so long. */
  private static final long IMAGE_NANOS_MAX = 20_000_000_000L;

  /** An image may allocate so much, on the heap and off it, in all calls together. */
  private static final long IMAGE_BYTES_MAX = 256L << 20;

  private static final int FAILURES_MAX = 20;

  /** Of so many turned bits one is used, others are looked at only. */
  private static final int USED_SHARE = 16;

  private static final long HOLES_SHARE = 512;

  private final Options options;
  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, String> failures = new LinkedHashMap<>();
  private final List<CorruptSource> sources = new ArrayList<>();
  private final BufferPoolMXBean direct =
      ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
          .filter(pool -> pool.getName().equals("direct"))
          .findAny()
          .orElseThrow();
  private volatile long begunAt;
  private volatile String atHand = "";
  private volatile @Nullable Throwable end;
  private long heapMax;
  private long directMax;
  private long nanosMax;

  private CorruptRun(Options options) {
    this.options = options;
  }

  /**
   * Runs until all damage is done or the time is up.
   *
   * @param options what to do
   * @return how often what was done, and what came of it
   * @throws IOException if the run cannot go on
   * @throws AssertionError if a store did something else than it may
   */
  public static Map<String, Long> play(Options options) throws IOException {
    var run = new CorruptRun(options);
    Thread worker = Thread.ofPlatform().daemon().name("vitrine-corrupt").unstarted(run::work);
    run.begunAt = System.nanoTime();
    worker.start();
    run.watch(worker);
    options.progress.accept(run.counts);
    run.tell();
    return run.counts;
  }

  /**
   * Names the shapes of stores.
   *
   * @return what {@link Options#shapes} may name
   */
  public static List<String> shapes() {
    return CorruptShape.all().stream().map(CorruptShape::name).toList();
  }

  private void watch(Thread worker) throws IOException {
    while (worker.isAlive()) {
      try {
        worker.join(500);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted", e);
      }
      if (worker.isAlive() && System.nanoTime() - begunAt > IMAGE_NANOS_MAX) {
        var hang = new AssertionError("hangs or takes longer than 20 seconds: " + atHand);
        hang.setStackTrace(worker.getStackTrace());
        throw hang;
      }
    }
    Throwable failure = end;
    if (failure != null) {
      throw new AssertionError("the run ended: " + failure, failure);
    }
  }

  private void work() {
    try {
      for (CorruptShape shape : CorruptShape.all()) {
        if (options.shapes.isEmpty() || options.shapes.contains(shape.name())) {
          CorruptStore store = CorruptStore.build(shape, options.seed);
          addSources(store);
        }
      }
      if (options.kinds.contains(Kind.FOREIGN)) {
        onDisk();
      }
      boolean more = true;
      while (more && options.goesOn.getAsBoolean() && failures.size() < FAILURES_MAX) {
        more = false;
        for (var each : stores) {
          more |= turn(each);
        }
        options.progress.accept(counts);
      }
    } catch (Throwable e) {
      end = e;
    }
  }

  /** A source and the store that it damages. */
  private record Target(CorruptSource source, CorruptStore store, CorruptJudge judge, Kind kind) {}

  private final List<Target> stores = new ArrayList<>();

  private void addSources(CorruptStore store) {
    var all = new CorruptSources(store, options.seed);
    var judge = new CorruptJudge(store, store.files(), store.files().readOnly());
    judge.use(CorruptDamage.NONE, new Random(1));
    store.files().putBack();
    for (Kind kind : options.kinds) {
      List<CorruptSource> ofKind =
          switch (kind) {
            case BITS -> all.bits();
            case TRUNCATE -> all.truncations();
            case SPLICE -> all.splices();
            case FOREIGN -> all.foreign();
          };
      ofKind.forEach(source -> stores.add(new Target(source, store, judge, kind)));
      sources.addAll(ofKind);
    }
  }

  /** Damages stores on a real file system. */
  private void onDisk() throws IOException {
    for (CorruptShape shape : CorruptShape.all()) {
      boolean wanted = options.shapes.isEmpty() || options.shapes.contains(shape.name());
      boolean plain = shape.name().equals("tiny") || shape.name().equals("durable");
      if (!wanted || !plain) { // the others have no file of another kind
        continue;
      }
      var disk = new CorruptDisk(shape, options.seed, options.folder);
      for (int i = 0; i < disk.size() && options.goesOn.getAsBoolean(); i++) {
        atHand = shape.name() + " on disk: " + disk.name(i);
        begunAt = System.nanoTime();
        try {
          count(disk.run(i));
          count("on disk");
        } catch (Throwable e) {
          fail(e, disk.judge().refusals());
        }
      }
    }
  }

  private boolean turn(Target target) {
    boolean any = false;
    for (int i = 0; i < target.source.weight && options.goesOn.getAsBoolean(); i++) {
      long max = target.source.isInUse ? options.bitsMax : options.othersMax;
      CorruptDamage damage = target.source.done() < max ? target.source.next() : null;
      if (damage == null) {
        break;
      }
      any |= target.source.total != Long.MAX_VALUE || max != Long.MAX_VALUE;
      image(target, damage);
    }
    return any;
  }

  private void image(Target target, CorruptDamage damage) {
    atHand = target.store.shape().name() + ": " + damage.what();
    long began = System.nanoTime();
    begunAt = began;
    long heap = options.allocated.getAsLong();
    long off = direct.getMemoryUsed();
    boolean lookOnly =
        target.kind == Kind.BITS
            && !target.store.shape().lostPower() // it can be opened for writing only
            && target.source.done() % USED_SHARE != 0;
    try {
      damage.harm().accept(target.store.files());
      CorruptJudge.Outcome outcome =
          lookOnly
              ? target.judge.look(damage)
              : target.judge.use(damage, random(target.source.done()));
      count(outcome, target, lookOnly);
      checkBounds(heap, off);
      if (!lookOnly && target.source.done() % HOLES_SHARE == 0) {
        target.store.files().checkHoles();
      }
    } catch (Throwable e) {
      fail(e, target.judge.refusals());
    } finally {
      if (lookOnly) {
        damage.harm().accept(target.store.files()); // turns the bit back
      } else {
        target.store.files().putBack();
      }
      nanosMax = Math.max(nanosMax, System.nanoTime() - began);
    }
  }

  private @Nullable Random random(long number) {
    return number % 3 == 0 ? null : new Random(options.seed + number);
  }

  private void count(CorruptJudge.Outcome outcome) {
    count("images");
    count(
        switch (outcome) {
          case UNNOTICED -> "without any effect";
          case FOUND_BY_CHECK -> "found by check only, every answer right";
          case REFUSED -> "with some answer refused";
          case EXCUSED -> "with entries hidden, found by check";
        });
  }

  private void count(CorruptJudge.Outcome outcome, Target target, boolean lookOnly) {
    count(outcome);
    if (!lookOnly) {
      count("used and repaired");
      counts.merge("entries given up", target.judge.lost(), Long::sum);
      if (target.judge.repairRefused()) {
        count("repairs refused");
      }
    }
  }

  private void count(String what) {
    counts.merge(what, 1L, Long::sum);
  }

  private void checkBounds(long heapBefore, long directBefore) {
    long heap = options.allocated.getAsLong() - heapBefore;
    long off = direct.getMemoryUsed() - directBefore;
    heapMax = Math.max(heapMax, heap);
    directMax = Math.max(directMax, off);
    if (heap > IMAGE_BYTES_MAX || off > IMAGE_BYTES_MAX) {
      throw new AssertionError("allocated " + heap + " bytes on the heap, " + off + " off it");
    }
  }

  private void fail(Throwable e, List<String> refusals) {
    count("failures");
    StackTraceElement[] stack = e.getStackTrace();
    StackTraceElement at = stack.length > 0 ? stack[0] : null;
    String message = String.valueOf(e.getMessage()).replaceAll("[0-9]+", "#");
    String key =
        e.getClass() + " " + at + " " + message.substring(0, Math.min(70, message.length()));
    if (failures.size() < FAILURES_MAX && failures.putIfAbsent(key, atHand) == null) {
      var text = new java.io.StringWriter();
      e.printStackTrace(new java.io.PrintWriter(text));
      String[] lines = text.toString().split("\n", 22);
      lines[lines.length - 1] = "";
      options.say.accept(
          "FOUND  " + atHand + "\nrefused: " + refusals + "\n" + String.join("\n", lines));
    }
  }

  private void tell() {
    for (CorruptSource source : sources) {
      options.say.accept(
          String.format(
              Locale.ROOT,
              "%-70s %,d%s",
              source.name,
              source.done(),
              source.total == Long.MAX_VALUE
                  ? ""
                  : String.format(Locale.ROOT, " of %,d", source.total)));
    }
    options.say.accept(
        String.format(
            Locale.ROOT,
            "an image took at most %.1f ms, %,d bytes on the heap, %,d off it",
            nanosMax / 1e6,
            heapMax,
            directMax));
    if (counts.getOrDefault("images", 0L) == 0 && failures.isEmpty()) {
      throw new AssertionError(
          "images were 0, expected 1 or more: the time was up before the stores were built; give"
              + " it more (--seconds)");
    }
    if (!failures.isEmpty()) {
      var first = failures.entrySet().iterator().next();
      throw new AssertionError(
          counts.get("failures")
              + " images failed, the first: "
              + first.getValue()
              + ": "
              + first.getKey());
    }
  }
}
