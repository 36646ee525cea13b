package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.store.TypedValue;
import io.vitrine.store.Visitor;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

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
