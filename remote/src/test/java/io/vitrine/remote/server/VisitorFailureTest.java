package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.store.TypedValue;
import io.vitrine.store.Visitor;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What clients in any language are told of visitors that fail. */
class VisitorFailureTest {
  /** Throws what it is told to. */
  private record Throwing(RuntimeException failure) implements Visitor<Object> {
    @Override
    public Object visit(Object value) {
      throw failure;
    }
  }

  private static Map<?, ?> told(TypeRegistry types, RuntimeException failure) {
    Visitor<Object> visitor = VisitorFailure.visitor(new Throwing(failure));
    var thrown = assertThrows(VisitorFailure.class, () -> visitor.visit(1L));
    var exception = (TypedValue) Failures.event(types, thrown, "asyncUpdate").argument();
    return (Map<?, ?>) Objects.requireNonNull(exception).content();
  }

  @Test
  void theNameIsTheOneThatIsRegistered() {
    var types = new TypeRegistry().register("Withdraw", Throwing.class);
    Map<?, ?> told = told(types, new IllegalStateException("the account is empty"));
    assertEquals("Withdraw", told.get("type"));
    assertEquals("Withdraw failed: the account is empty", told.get("message"));
    assertEquals("asyncUpdate", told.get("event"));
  }

  private static Object failing(Object value) {
    throw new AssertionError(value);
  }

  /** An error of a function is no fault of the server. */
  @Test
  void errorsAreToldLikeExceptions() {
    for (Executable call :
        List.<Executable>of(
            () -> VisitorFailure.visitor(VisitorFailureTest::failing).visit("why"),
            () -> VisitorFailure.function(VisitorFailureTest::failing).apply("why"),
            () -> VisitorFailure.filter(value -> failing(value).equals(value)).test("why"),
            () ->
                VisitorFailure.comparator((one, _) -> failing(one).hashCode()).compare("why", 1))) {
      var thrown = assertThrows(VisitorFailure.class, call);
      assertTrue(String.valueOf(thrown.getMessage()).endsWith(" failed: why"), thrown::toString);
    }
  }

  /** Others change the value all the time; the visits of one request have one budget. */
  @Test
  void visitsOfARequestHaveTheirTimeTogether() {
    Visitor<Object> visitor =
        VisitBudget.of(value -> {
          LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
          return value;
        });
    int visits = 0;
    try {
      for (; visits < 1_000; visits++) {
        var _ = visitor.visit(1L);
      }
      fail("the visits have never ended");
    } catch (RequestException e) {
      assertTrue(visits <= 21, "so many visits: " + visits);
      String message = String.valueOf(e.getMessage());
      assertTrue(message.contains(" took more than 2000 ms"), message);
      assertTrue(message.endsWith("; nothing has changed"), message);
    }
  }

  @Test
  void whatHasNoMessageIsNotToldByItsClass() {
    Map<?, ?> told = told(new TypeRegistry(), new NullPointerException());
    assertEquals("Throwing failed: it gave no reason", told.get("message"));
  }

  @Test
  void whatWasWrappedIsNotToldByItsClass() {
    var wrapped = new IllegalStateException(new IOException("the disk is slow"));
    assertEquals(
        "Throwing failed: the disk is slow", told(new TypeRegistry(), wrapped).get("message"));
    var empty = new IllegalStateException(new StackOverflowError());
    assertEquals(
        "Throwing failed: it gave no reason", told(new TypeRegistry(), empty).get("message"));
  }
}
