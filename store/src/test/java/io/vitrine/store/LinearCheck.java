package io.vitrine.store;

import org.jetbrains.lincheck.LincheckAssertionError;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * A process that checks the map with Lincheck. A process of its own, since Lincheck rewrites
 * classes, and since the model checker needs the hook before each access to mapped memory: it sees
 * the heap only.
 */
final class LinearCheck {
  static final String HOLDS = "linearizable";
  static final String FAILS = "not linearizable";

  /** What goes round more often hangs: a read meets lengths that are garbage, and ends. */
  private static final int LOOP_BOUND = 2_000;

  private static volatile long lastAccess;

  private LinearCheck() {}

  /** Arguments: stress or model, class with the operations, iterations, runs of each. */
  public static void main(String[] arguments) throws Exception {
    ChildJvm.endWithParent();
    Class<?> operations = Class.forName(arguments[1]);
    int iterations = Integer.parseInt(arguments[2]);
    LinearStore.MAP.size(); // made before Lincheck looks on
    int runs = Integer.parseInt(arguments[3]);
    boolean spare = operations == SpareLinearMap.class;
    Class<?> model = spare ? SpareLinearMap.Model.class : LinearModel.class;
    try {
      if (arguments[0].equals("stress")) {
        new StressOptions()
            .sequentialSpecification(model)
            .iterations(iterations)
            .invocationsPerIteration(runs)
            .threads(3)
            .actorsPerThread(3)
            .actorsBefore(2)
            .actorsAfter(2)
            .check(operations);
      } else {
        Memory.hook((access, offset) -> lastAccess = offset);
        new ModelCheckingOptions()
            .sequentialSpecification(model)
            .iterations(iterations)
            .invocationsPerIteration(runs)
            .threads(2)
            .actorsPerThread(spare ? 1 : 2) // where each is long
            .actorsBefore(spare ? 0 : 1)
            .actorsAfter(spare ? 0 : 1)
            .loopBound(LOOP_BOUND)
            .minimizeFailedScenario(operations == LinearMap.class)
            .check(operations);
      }
      System.out.println(HOLDS);
    } catch (LincheckAssertionError e) {
      System.out.println(e.getMessage());
      System.out.println(FAILS);
    }
    System.exit(0);
  }
}
