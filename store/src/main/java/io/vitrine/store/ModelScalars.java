package io.vitrine.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scalars that the data model does not have and that are text in it: UUID, Instant, LocalDate,
 * Duration and BigDecimal, named {@code uuid}, {@code instant}, {@code date}, {@code duration} and
 * {@code decimal}. Stateless; any thread.
 */
public final class ModelScalars {
  private static final List<CodecText<?>> ALL =
      List.of(
          CodecText.UUIDS,
          CodecText.INSTANT,
          CodecText.DATE,
          CodecText.DURATION,
          CodecText.DECIMAL);

  private ModelScalars() {}

  /**
   * The form of a scalar in the data model.
   *
   * @param value any value
   * @return its text under the name of its type, or null if it is none of these scalars
   */
  public static @Nullable TypedValue toModel(Object value) {
    for (CodecText<?> scalar : ALL) {
      if (scalar.type().isInstance(value)) {
        return new TypedValue(scalar.name(), scalar.text(value));
      }
    }
    return null;
  }

  /**
   * The scalar that a typed value stands for.
   *
   * @param typed a typed value
   * @return the scalar, or null if the name is that of none
   * @throws IllegalArgumentException if the content is no text of one
   */
  public static @Nullable Object fromModel(TypedValue typed) {
    for (CodecText<?> scalar : ALL) {
      if (scalar.name().equals(typed.name())) {
        return scalar.read(typed);
      }
    }
    return null;
  }

  /**
   * The scalar of a class that a value of the data model stands for, with the name of its type or
   * without.
   *
   * @param model a value of the data model, or the scalar itself
   * @param type the class wanted
   * @return the scalar, or null if the class is that of none
   * @throws IllegalArgumentException if the value stands for none
   */
  public static @Nullable Object fromModel(Object model, Class<?> type) {
    for (CodecText<?> scalar : ALL) {
      if (scalar.type() == type) {
        return scalar.read(model);
      }
    }
    return null;
  }

  /**
   * Whether a name is taken by a type that everybody knows.
   *
   * @param name a name
   * @return true for {@code uuid} and {@code long}, for example
   */
  public static boolean isBuiltIn(String name) {
    return CodecType.isBuiltIn(name);
  }
}
