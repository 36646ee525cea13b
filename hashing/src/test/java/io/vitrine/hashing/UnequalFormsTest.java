package io.vitrine.hashing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Strategies of a user's own that hash one form otherwise than the others. */
class UnequalFormsTest {
  private static final String NAME = "unequal";

  /** Hashes as {@link Fnv1a} does, but where it is told not to. */
  private static class Own extends AbstractHashStrategy {
    private final Fnv1a right = new Fnv1a(NAME, 0);

    Own() {
      super(NAME, Fnv1a.ID, 0);
    }

    @Override
    public long hash(byte[] bytes, int offset, int length) {
      return right.hash(bytes, offset, length);
    }
  }

  @Test
  void shouldFindThatAnOffsetIsForgotten() {
    assertRefused(
        "an array from an offset on",
        new Own() {
          @Override
          public long hash(byte[] bytes, int offset, int length) {
            return super.hash(bytes, 0, length);
          }

          @Override
          public long hash(MemorySegment segment, long offset, long length) {
            return super.hash(segment.asSlice(offset, length), 0, length);
          }
        });
  }

  @Test
  void shouldFindSegmentsOfEachKind() {
    assertRefused("a native segment", ofSegments(MemorySegment::isNative));
    assertRefused(
        "a read-only native segment",
        ofSegments(segment -> segment.isNative() && segment.isReadOnly()));
    assertRefused(
        "a read-only segment over a byte[]",
        ofSegments(segment -> !segment.isNative() && segment.isReadOnly()));
    assertRefused("a segment over a byte[]", ofSegments(over(byte[].class)));
    assertRefused("a segment over a char[]", ofSegments(over(char[].class)));
    assertRefused("a segment over a short[]", ofSegments(over(short[].class)));
    assertRefused("a segment over an int[]", ofSegments(over(int[].class)));
    assertRefused("a segment over a long[]", ofSegments(over(long[].class)));
    assertRefused("a segment over a float[]", ofSegments(over(float[].class)));
    assertRefused("a segment over a double[]", ofSegments(over(double[].class)));
    assertRefused("a slice of a segment", ofSegments(segment -> segment.byteSize() == 113));
  }

  private static Predicate<MemorySegment> over(Class<?> array) {
    return segment -> segment.heapBase().filter(array::isInstance).isPresent();
  }

  private static Own ofSegments(Predicate<MemorySegment> wrong) {
    return new Own() {
      @Override
      public long hash(MemorySegment segment, long offset, long length) {
        return super.hash(segment, offset, length) + (wrong.test(segment) ? 1 : 0);
      }
    };
  }

  @Test
  void shouldFindLongSegmentsOnly() {
    var own =
        new Own() {
          @Override
          public long hash(MemorySegment segment, long offset, long length) {
            return super.hash(segment, offset, length) + (length > 2_000 ? 1 : 0);
          }
        };
    assertRefused("a segment over a byte[]", own);
  }

  @Test
  void shouldFindTextOfEachKind() {
    assertRefused("an empty String", ofText(CharSequence::isEmpty));
    assertRefused("a String of ASCII", ofText(text -> text.length() == 1));
    assertRefused("a String of Latin-1", ofText(text -> text.toString().contains("\u00FC")));
    assertRefused("a String of UTF-16", ofText(text -> text.toString().contains("\u20AC")));
    assertRefused("a String of UTF-16", ofText(text -> text.toString().contains("\uD83D\uDE00")));
    assertRefused("a String of ASCII", ofText(text -> text.length() > 64));
    assertRefused("a String of ASCII", ofText(text -> text.length() > 17_000));
    assertRefused(
        "a String of Latin-1",
        ofText(text -> text.length() > 17_000 && text.toString().contains("\u00FC")));
    assertRefused(
        "a CharBuffer of ASCII", ofText(text -> text.length() > 10 && !(text instanceof String)));
    assertRefused(
        "a String with unpaired surrogates",
        new Own() {
          @Override
          public long hash(CharSequence text) {
            byte[] utf8 = text.toString().getBytes(StandardCharsets.UTF_8);
            return hash(utf8, 0, utf8.length);
          }
        });
  }

  private static Own ofText(Predicate<CharSequence> wrong) {
    return new Own() {
      @Override
      public long hash(CharSequence text) {
        return super.hash(text) + (wrong.test(text) ? 1 : 0);
      }
    };
  }

  @Test
  void shouldFindNumbers() {
    assertRefused(
        "a long",
        new Own() {
          @Override
          public long hash(long value) {
            return super.hash(Long.reverseBytes(value));
          }
        });
    assertRefused(
        "an int",
        new Own() {
          @Override
          public long hash(int value) {
            return super.hash(value) + (value < 0 ? 1 : 0);
          }
        });
  }

  @Test
  void shouldFindNothingWhereAllAreEqual() {
    assertEquals("", HashStrategies.unequalForm(new Own()));
    for (String name : HashStrategies.builtIn()) {
      assertEquals("", SelfTest.unequalForm(HashStrategies.of(name, 0), true), name);
    }
  }

  private static void assertRefused(String form, Own own) {
    var e =
        assertThrows(IllegalArgumentException.class, () -> HashStrategies.register(NAME, _ -> own));
    assertEquals(
        "hash strategy unequal hashes " + form + " otherwise than the same bytes in an array",
        e.getMessage());
    assertFalse(HashStrategies.names().contains(NAME));
  }
}
