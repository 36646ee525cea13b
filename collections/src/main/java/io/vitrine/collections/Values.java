package io.vitrine.collections;

import io.vitrine.store.Content;
import io.vitrine.store.ModelScalars;
import io.vitrine.store.TypedValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Equality, order and sums of values as filters and visitors see them: numbers by what they are
 * worth, whatever their types. Stateless, safe for any number of threads.
 */
final class Values {
  /** Every long up to this size is a double too. */
  private static final long EXACT_DOUBLE = 1L << 53;

  /** A sum of more digits is written nowhere, and those of 1E1000000000 + 1 are too many. */
  private static final int DIGITS_MAX = 25_000;

  /** Bits of a whole number of so many digits. */
  private static final int BITS_MAX = DIGITS_MAX * 332 / 100;

  /** Longer numbers are the same within sets only where they are written the same. */
  private static final int WORTH_BITS_MAX = 1 << 12;

  private Values() {}

  /** Whether two values are the same; a record may be compared with its form as a map. */
  static boolean same(@Nullable Object one, @Nullable Object other) {
    Object a = unwrapped(one);
    Object b = unwrapped(other);
    if (a == null || b == null) {
      return a == null && b == null;
    }
    if (a instanceof Number x && b instanceof Number y) {
      return compare(x, y).orElse(1) == 0;
    }
    if (a instanceof byte[] x && b instanceof byte[] y) {
      return Arrays.equals(x, y);
    }
    if (a instanceof List<?> x && b instanceof List<?> y) {
      return sameLists(x, y);
    }
    if (a instanceof Set<?> x && b instanceof Set<?> y) {
      return x.equals(y) || (x.size() == y.size() && counts(x).equals(counts(y)));
    }
    if (a.getClass() == b.getClass() && !(a instanceof Map) && !(a instanceof TypedValue)) {
      return Content.isEqual(a, b);
    }
    if (a instanceof Enum<?> || b instanceof Enum<?>) {
      return plain(a) instanceof String x && x.equals(plain(b));
    }
    if (plain(a) instanceof Map<?, ?> x && plain(b) instanceof Map<?, ?> y) {
      return sameMaps(x, y);
    }
    return Content.isEqual(plain(a), plain(b));
  }

  /**
   * What somebody means who compares a value with another one: where the value is a scalar that is
   * written as text, its bare text will do.
   *
   * @param present the value
   * @param given what it is compared with
   * @return what was given, or the scalar of the value's type that it is the text of
   */
  static @Nullable Object meant(@Nullable Object present, @Nullable Object given) {
    return switch (unwrapped(present)) {
      case TypedValue typed
          when given instanceof TypedValue other && other.name().equals(typed.name()) ->
          new TypedValue(typed.name(), meant(typed.content(), other.content()));
      case TypedValue typed when given instanceof Map -> meant(typed.content(), given);
      case List<?> list when given instanceof List<?> others && others.size() == list.size() -> {
        var meant = new ArrayList<@Nullable Object>(others.size());
        Iterator<?> each = list.iterator();
        others.forEach(other -> meant.add(meant(each.next(), other)));
        yield meant;
      }
      case Set<?> set when given instanceof List<?> others && others.size() == set.size() -> {
        var meant = new LinkedHashSet<@Nullable Object>();
        others.forEach(other -> meant.add(scalar(set.iterator().next(), other)));
        yield meant;
      }
      case Map<?, ?> map when given instanceof Map<?, ?> others && others.size() == map.size() -> {
        var meant = new LinkedHashMap<@Nullable Object, @Nullable Object>();
        others.forEach((key, other) -> {
          Object known = scalar(map.keySet().iterator().next(), key);
          meant.put(known, meant(map.get(known), other));
        });
        yield meant;
      }
      case null -> given;
      case Object scalar -> given instanceof String ? scalar(scalar, given) : given;
    };
  }

  /** A decimal, instant or the like that stands within a record which nobody registered. */
  private static @Nullable Object unwrapped(@Nullable Object value) {
    if (!(value instanceof TypedValue typed)) {
      return value;
    }
    try {
      Object scalar = ModelScalars.fromModel(typed);
      return scalar == null ? value : scalar;
    } catch (IllegalArgumentException _) {
      return value; // it only has the name of one
    }
  }

  /** A scalar as one of the type of another one, if it can be that. */
  private static @Nullable Object scalar(@Nullable Object present, @Nullable Object given) {
    if (given == null || present == null || present.getClass() == given.getClass()) {
      return given;
    }
    if (present instanceof Character) {
      return given instanceof String text && text.length() == 1 ? text.charAt(0) : given;
    }
    try {
      Object scalar = ModelScalars.fromModel(given, present.getClass());
      return scalar == null ? given : scalar;
    } catch (IllegalArgumentException _) {
      return given; // it is none, and equals none
    }
  }

  /** A value without the name of its type: fields of a record, name of a constant. */
  private static @Nullable Object plain(Object value) {
    return switch (value) {
      case TypedValue typed -> typed.content();
      case Enum<?> constant -> constant.name();
      case Record record -> {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        RecordShape shape = RecordShape.of(record.getClass());
        for (RecordShape.Component component : shape.components()) {
          fields.put(component.name(), shape.read(record, component));
        }
        yield fields;
      }
      default -> value;
    };
  }

  private static boolean sameLists(List<?> a, List<?> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!same(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean sameMaps(Map<?, ?> a, Map<?, ?> b) {
    if (a.size() != b.size()) {
      return false;
    }
    Map<@Nullable Object, Object> keys = null;
    for (Map.Entry<?, ?> entry : a.entrySet()) {
      Object key = entry.getKey();
      if (!b.containsKey(key)) {
        keys = keys == null ? keysByContent(b) : keys;
        key = keys.get(content(key));
        if (key == null) {
          return false;
        }
      }
      if (!same(entry.getValue(), b.get(key))) {
        return false;
      }
    }
    return true;
  }

  private static Map<@Nullable Object, Object> keysByContent(Map<?, ?> map) {
    var keys = new HashMap<@Nullable Object, Object>();
    map.keySet().forEach(key -> keys.put(content(key), key));
    return keys;
  }

  /** How often there is what: the Integer 1 and the Long 1 are the same twice. */
  private static Map<@Nullable Object, Integer> counts(Set<?> set) {
    var counts = new HashMap<@Nullable Object, Integer>();
    set.forEach(element -> counts.merge(content(element), 1, Integer::sum));
    return counts;
  }

  /** What is equal for elements and keys that are the same: a number is what it is worth. */
  private static @Nullable Object content(@Nullable Object element) {
    return switch (unwrapped(element)) {
      case null -> null;
      case Double n when n.isNaN() || n.isInfinite() -> n;
      case Float n when n.isNaN() || n.isInfinite() -> n.doubleValue();
      case Number n -> worth(decimal(n));
      case Enum<?> constant -> constant.name();
      case List<?> list -> {
        var contents = new ArrayList<@Nullable Object>();
        list.forEach(each -> contents.add(content(each)));
        yield contents;
      }
      case Set<?> set -> counts(set);
      case Object other -> Content.of(other);
    };
  }

  /** To look for zeros at the end of very many digits takes long. */
  private static BigDecimal worth(BigDecimal number) {
    return number.unscaledValue().bitLength() > WORTH_BITS_MAX
        ? number
        : number.stripTrailingZeros();
  }

  /**
   * Compares two values; empty where they have no order, as a number and a string.
   *
   * @throws UnknownTypeException if they are of one class, whose order nobody here knows
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static OptionalInt compare(@Nullable Object a, @Nullable Object b) {
    if (a instanceof Number x && b instanceof Number y) {
      return compare(x, y);
    }
    if (a instanceof Enum x && b instanceof Enum<?> y) {
      // A constant with a body has a class of its own.
      return x.getDeclaringClass() == y.getDeclaringClass()
          ? OptionalInt.of(x.compareTo(y))
          : OptionalInt.empty();
    }
    if (a instanceof Comparable x && b != null && a.getClass() == b.getClass()) {
      return OptionalInt.of(x.compareTo(b));
    }
    if (a instanceof TypedValue x && b instanceof TypedValue y && x.name().equals(y.name())) {
      throw new UnknownTypeException(x.name());
    }
    return OptionalInt.empty();
  }

  private static OptionalInt compare(Number a, Number b) {
    if (isLong(a) && isLong(b)) {
      return OptionalInt.of(Long.compare(a.longValue(), b.longValue()));
    }
    // Whatever is no double lies between the infinities, as 0 does.
    double x = isSmall(a) ? a.doubleValue() : 0;
    double y = isSmall(b) ? b.doubleValue() : 0;
    if (Double.isNaN(x) || Double.isNaN(y)) {
      return OptionalInt.empty();
    }
    boolean exact =
        isSmall(a) && isSmall(b) && Math.abs(x) < EXACT_DOUBLE && Math.abs(y) < EXACT_DOUBLE;
    return OptionalInt.of(
        exact || Double.isInfinite(x) || Double.isInfinite(y)
            ? compareDoubles(x, y)
            : decimal(a).compareTo(decimal(b)));
  }

  /** Whether a number is none of those that have any number of digits. */
  private static boolean isSmall(Number number) {
    return !(number instanceof BigDecimal) && !(number instanceof BigInteger);
  }

  /** Unlike {@link Double#compare} takes both zeros for the same number. */
  private static int compareDoubles(double x, double y) {
    return x < y ? -1 : x > y ? 1 : 0;
  }

  /**
   * What a number is worth. A double that is no whole number is worth the fewest digits that tell
   * it from all others, since those are what was written: 0.1 is a tenth. These lie in the same
   * order as the doubles themselves, and none of them is a whole number.
   */
  private static BigDecimal decimal(Number number) {
    return switch (number) {
      case BigDecimal n -> n;
      case BigInteger n -> new BigDecimal(n);
      case Double _, Float _ -> {
        double n = number.doubleValue();
        yield Math.rint(n) == n ? new BigDecimal(n) : BigDecimal.valueOf(n);
      }
      default -> BigDecimal.valueOf(number.longValue());
    };
  }

  /** A decimal has the digits that a number is written with: 0.1 is a tenth, as if it were put. */
  private static BigDecimal decimalAsWritten(Number number) {
    return Objects.requireNonNull(
        (BigDecimal) ModelScalars.fromModel(number, BigDecimal.class), "a built-in type");
  }

  /**
   * The square of a value, which keeps its type.
   *
   * @param what who squares, for messages
   * @param present the value
   * @return the square
   * @throws IllegalArgumentException if the value is no number or its type cannot take the square
   */
  static Number square(String what, Object present) {
    try {
      return switch (present) {
        case Double n -> n * n;
        case Float n -> n * n;
        case Long n -> Math.multiplyExact(n, n);
        case Integer n -> Math.multiplyExact(n, n);
        case Short n -> (short) inRange(n * n, Short.MIN_VALUE);
        case Byte n -> (byte) inRange(n * n, Byte.MIN_VALUE);
        case BigInteger n when n.bitLength() < BITS_MAX / 2 -> n.multiply(n);
        case BigDecimal n
            when n.precision() <= DIGITS_MAX / 2 && Math.abs((long) n.scale()) <= DIGITS_MAX / 2 ->
            n.multiply(n);
        case BigInteger _, BigDecimal _ -> throw new ArithmeticException("too many digits");
        default -> throw ModelReader.mismatch(present, "a number", what);
      };
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException(
          what + ": the square of " + present + " overflows, it is no " + nameOf(present), e);
    }
  }

  private static boolean isLong(Number number) {
    return number instanceof Long
        || number instanceof Integer
        || number instanceof Short
        || number instanceof Byte;
  }

  /**
   * Adds to a value, which keeps its type.
   *
   * @param what who adds, for messages
   * @param present the value
   * @param amount what to add
   * @return the sum, of the value's type
   * @throws IllegalArgumentException if the value is no number or cannot take the sum
   */
  static Number add(String what, Object present, Number amount) {
    try {
      return switch (present) {
        case Double n -> n + amount.doubleValue();
        case Float n -> sum(n, amount);
        case BigInteger n -> n.add(whole(amount));
        case BigDecimal n -> sum(n, decimalAsWritten(amount));
        case Long n -> Math.addExact(n, decimal(amount).longValueExact());
        case Integer n -> Math.addExact(n, decimal(amount).intValueExact());
        case Short n -> (short) inRange(n + decimal(amount).intValueExact(), Short.MIN_VALUE);
        case Byte n -> (byte) inRange(n + decimal(amount).intValueExact(), Byte.MIN_VALUE);
        default -> throw ModelReader.mismatch(present, "a number to add " + amount + " to", what);
      };
    } catch (ArithmeticException | NumberFormatException e) {
      throw new IllegalArgumentException(
          what + ": " + present + " + " + amount + " is no " + nameOf(present), e);
    }
  }

  /** As for integers, two numbers make no infinity. */
  private static float sum(float number, Number amount) {
    float sum = (float) (number + amount.doubleValue());
    if (Float.isInfinite(sum) && !Float.isInfinite(number) && !Scalars.isInfinite(amount)) {
      throw new ArithmeticException("overflow");
    }
    return sum;
  }

  private static String nameOf(Object number) {
    return switch (number) {
      case BigDecimal _ -> "decimal of at most " + DIGITS_MAX + " digits";
      case BigInteger _ -> "whole number of at most " + DIGITS_MAX + " digits";
      default -> number.getClass().getSimpleName().toLowerCase(java.util.Locale.ROOT);
    };
  }

  private static BigInteger whole(Number amount) {
    BigDecimal decimal = decimal(amount);
    if (Math.abs((long) decimal.scale()) > DIGITS_MAX) {
      throw new ArithmeticException("too many digits");
    }
    return decimal.toBigIntegerExact();
  }

  /** An exact sum has all digits from the highest of either number to the lowest of either. */
  private static BigDecimal sum(BigDecimal a, BigDecimal b) {
    long highest = Math.max((long) a.precision() - a.scale(), (long) b.precision() - b.scale());
    long lowest = -(long) Math.max(a.scale(), b.scale());
    if (highest - lowest > DIGITS_MAX) {
      throw new ArithmeticException("too many digits");
    }
    return a.add(b);
  }

  private static int inRange(int sum, int min) {
    if (sum < min || sum > -(min + 1)) {
      throw new ArithmeticException("out of range");
    }
    return sum;
  }
}
