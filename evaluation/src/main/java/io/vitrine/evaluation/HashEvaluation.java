package io.vitrine.evaluation;

import io.vitrine.hashing.HashStrategies;
import io.vitrine.hashing.HashStrategy;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates hash strategies on keys: collisions, avalanche, speed, real maps, and keys made to
 * collide; what {@code vitrine hash} does, for programs, which may try strategies of their own.
 * Immutable, for any thread.
 *
 * {@snippet :
 * HashReport report =
 *     HashEvaluation.ofFile(Path.of("keys.txt"))
 *         .withStrategies(HashStrategies.rapid(), HashStrategies.of("mine", 7))
 *         .withRegistration(Mine.class)
 *         .withProgress(System.err::println)
 *         .run();
 * System.out.println(report.table());
 * }
 *
 * <p>Speed is measured in JVMs of their own, with the class path and the environment of this one
 * and none of its flags. They know the strategies that are built in, those of
 * zero-allocation-hashing ({@link AdaptedStrategies}), and what {@link #withRegistration} registers
 * there.
 */
public final class HashEvaluation {
  private static final int KEYS_MAX = 500_000;

  private final Keys.Source keys;
  private final List<HashStrategy> strategies; // none: all that are known
  private final String registration;
  private final int maxKeys;
  private final Effort effort;
  private final @Nullable Duration limit;
  private final Consumer<? super EvaluationProgress> listener;

  private HashEvaluation(
      Keys.Source keys,
      List<HashStrategy> strategies,
      String registration,
      int maxKeys,
      Effort effort,
      @Nullable Duration limit,
      Consumer<? super EvaluationProgress> listener) {
    this.keys = keys;
    this.strategies = strategies;
    this.registration = registration;
    this.maxKeys = maxKeys;
    this.effort = effort;
    this.limit = limit;
    this.listener = listener;
  }

  private static HashEvaluation of(Keys.Source keys) {
    return new HashEvaluation(keys, List.of(), "", KEYS_MAX, Effort.NORMAL, null, _ -> {});
  }

  /**
   * Of the words that come with the program.
   *
   * @return an evaluation of 104,334 English words by all strategies
   */
  public static HashEvaluation ofWords() {
    return of((most, _) -> KeyFile.bundled(most));
  }

  /**
   * Of a file, by the rules of {@code vitrine hash --keys}: UTF-8, also compressed by gzip, one key
   * a line, which ends at LF, CR or CR LF; empty lines are passed over, repeated keys count once.
   *
   * @param file its path, which may lead to a pipe
   * @return an evaluation of its keys by all strategies
   */
  public static HashEvaluation ofFile(Path file) {
    Objects.requireNonNull(file, "file");
    return of(new KeyFile.Source(file));
  }

  /**
   * Of keys that a program has; empty ones are passed over, repeated ones count once.
   *
   * @param keys the keys, which are gone through once by each {@link #run}
   * @return an evaluation of these keys by all strategies
   */
  public static HashEvaluation ofKeys(Iterable<String> keys) {
    Objects.requireNonNull(keys, "keys");
    return of((most, _) -> Keys.of(keys, most));
  }

  /**
   * By these strategies only; without this by all of {@link HashStrategies#names} with seed 0.
   *
   * @param wanted one or more, of different names
   * @return an evaluation by these
   * @throws IllegalArgumentException if there is none, two have one name, or a name is taken by
   *     what is measured to compare with: {@code loop31}, {@code vector31} and {@code nothing}
   */
  public HashEvaluation withStrategies(HashStrategy... wanted) {
    return withStrategies(List.of(wanted));
  }

  /**
   * By these strategies only; without this by all of {@link HashStrategies#names} with seed 0.
   *
   * @param wanted one or more, of different names
   * @return an evaluation by these
   * @throws IllegalArgumentException if there is none, two have one name, or a name is taken by
   *     what is measured to compare with: {@code loop31}, {@code vector31} and {@code nothing}
   */
  public HashEvaluation withStrategies(List<HashStrategy> wanted) {
    if (wanted.isEmpty()) {
      throw new IllegalArgumentException("no strategies, expected one or more");
    }
    Set<String> names = new HashSet<>(Plain31.names());
    names.add(NoHash.NAME);
    for (HashStrategy each : wanted) {
      if (!names.add(each.name())) {
        throw new IllegalArgumentException(
            "hash strategy " + each.name() + " is there twice, or has a name that is taken");
      }
    }
    return new HashEvaluation(
        keys, List.copyOf(wanted), registration, maxKeys, effort, limit, listener);
  }

  /**
   * With a class that registers strategies of your own in the JVMs that measure, by {@link
   * HashStrategies#register}, as your program has done in this one. Without it these JVMs do not
   * know them: their speed is not measured, and {@link HashReport#unmeasured} says so.
   *
   * @param type a public class on the class path, nested ones static, with a public constructor
   *     that has no parameters; its {@link Runnable#run} is called once in each JVM
   * @return an evaluation with that class
   * @throws IllegalArgumentException if it is no such class
   */
  public HashEvaluation withRegistration(Class<? extends Runnable> type) {
    boolean canBeMade =
        Modifier.isPublic(type.getModifiers())
            && !Modifier.isAbstract(type.getModifiers())
            && Arrays.stream(type.getConstructors())
                .anyMatch(each -> each.getParameterCount() == 0);
    if (!canBeMade) {
      throw new IllegalArgumentException(
          type.getName() + " is no public class with a public constructor without parameters");
    }
    return new HashEvaluation(keys, strategies, type.getName(), maxKeys, effort, limit, listener);
  }

  /**
   * With this many of the different keys, if there are more: a fair draw, the same every time.
   *
   * @param most how many at the most; 500,000 without this
   * @return an evaluation of so many
   * @throws IllegalArgumentException if it is below 1
   */
  public HashEvaluation withMaxKeys(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("maxKeys is " + most + ", expected 1 or more");
    }
    return new HashEvaluation(keys, strategies, registration, most, effort, limit, listener);
  }

  /**
   * With more or less effort.
   *
   * @param wanted how much to do; {@link Effort#NORMAL} without this
   * @return an evaluation with that
   */
  public HashEvaluation withEffort(Effort wanted) {
    Objects.requireNonNull(wanted, "wanted");
    return new HashEvaluation(keys, strategies, registration, maxKeys, wanted, limit, listener);
  }

  /**
   * With a limit of time: no further round of measuring speed begins that would not end within it.
   * The first is always made.
   *
   * @param wanted the time of all; without this 3 minutes, or 30 with {@link Effort#THOROUGH}
   * @return an evaluation with that
   */
  public HashEvaluation withLimit(Duration wanted) {
    Objects.requireNonNull(wanted, "wanted");
    return new HashEvaluation(keys, strategies, registration, maxKeys, effort, wanted, listener);
  }

  /**
   * Tells how far it is.
   *
   * @param wanted called as each step begins and at the end, by the thread that runs the evaluation
   * @return an evaluation that tells it
   */
  public HashEvaluation withProgress(Consumer<? super EvaluationProgress> wanted) {
    Objects.requireNonNull(wanted, "wanted");
    return new HashEvaluation(keys, strategies, registration, maxKeys, effort, limit, wanted);
  }

  /**
   * Evaluates, which takes a minute or more.
   *
   * @return what came of it
   * @throws BadInputException if the keys cannot be evaluated; nothing was measured then
   * @throws IOException if they cannot be read
   * @throws InterruptedException if this thread is interrupted; the JVM that measures is ended
   */
  public HashReport run() throws IOException, InterruptedException {
    List<HashStrategy> evaluated = strategies.isEmpty() ? all() : strategies;
    Evaluation.Depth depth = effort.depth(limit == null ? effort.limit() : limit);
    long bytes = keys.bytes();
    double reading = Evaluation.BYTE_WEIGHT * bytes;
    var progress = new Progress(listener, Evaluation.weight(evaluated.size(), depth) + reading);
    progress.step("keys", Evaluation.KEYS_WEIGHT + reading);
    Keys found = keys.read(maxKeys, read -> progress.within(reading(read, bytes), read, bytes));
    var speed = new Speed(found.keys(), effort == Effort.THOROUGH, registration, Map.of());
    var evaluation = new Evaluation(found, evaluated, depth, speed, progress);
    return new HashReport(evaluation.run(), speed.failures());
  }

  private static String reading(long read, long bytes) {
    String of = bytes == 0 ? "" : String.format(Locale.ROOT, " of %,d", bytes >> 20);
    return String.format(Locale.ROOT, "keys: %,d%s MiB read", read >> 20, of);
  }

  private static List<HashStrategy> all() {
    return HashStrategies.names().stream().map(name -> HashStrategies.of(name, 0)).toList();
  }
}
