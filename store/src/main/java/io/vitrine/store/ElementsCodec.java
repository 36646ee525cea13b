package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a list or set one after the other. Safe for any number of threads.
 *
 * <pre>
 * count    in the form of {@link CodecLength}
 * bitmap   where elements may be null: a bit for each, as {@link CodecBitmap} tells
 * elements those that are present; what does not tell where it ends with its length before it
 * </pre>
 *
 * <p>A set stands in the order of its iterator; the codec {@linkplain Codec#forKeys for keys} sorts
 * the elements by their bytes, nulls first.
 */
final class ElementsCodec extends ItemCodec<Object> {
  private static final int CAPACITY_MAX = 1 << 16;

  private final ItemCodec<Object> element;
  private final boolean nullable;
  private final boolean unique;
  private final boolean asSet;
  private final boolean sorted;

  private ElementsCodec(
      CodecType type,
      CodecType.Part part,
      ItemCodec<Object> element,
      boolean asSet,
      boolean sorted) {
    super(type);
    this.element = element;
    this.nullable = part.nullable();
    this.unique = type instanceof CodecType.OfSet;
    this.asSet = asSet;
    this.sorted = sorted;
    requireBytes(element);
  }

  /** A codec of {@link List}. */
  static ElementsCodec list(ItemCodec<?> element, boolean nullable) {
    var part = new CodecType.Part(element.type(), nullable);
    return new ElementsCodec(
        new CodecType.OfList(part), part, untyped(element).delimited(), false, false);
  }

  /** A codec of {@link Set}, or of lists of the same elements in the data model. */
  static ElementsCodec set(ItemCodec<?> element, boolean nullable, boolean asSet) {
    var part = new CodecType.Part(element.type(), nullable);
    return new ElementsCodec(
        new CodecType.OfSet(part), part, untyped(element).delimited(), asSet, false);
  }

  /** Whoever makes the codec knows that the elements are those of the element's codec. */
  @SuppressWarnings("unchecked")
  static ItemCodec<Object> untyped(ItemCodec<?> codec) {
    return (ItemCodec<Object>) codec;
  }

  /** Otherwise a few bytes could claim any number of elements. */
  private static void requireBytes(ItemCodec<?> element) {
    if (element.fixedSize() == 0) {
      throw new IllegalArgumentException(
          "a list or set of %s cannot be, since its values have no bytes"
              .formatted(element.typeName()));
    }
  }

  @Override
  boolean mayJoin() {
    return true;
  }

  @Override
  public int fixedSize() {
    return VARIABLE;
  }

  @Override
  public long sizeOf(Object value) {
    Collection<?> elements = elements(value);
    int count = elements.size();
    long size = CodecLength.sizeOf(count) + (nullable ? CodecBitmap.bytes(count) : 0);
    int index = 0;
    for (Object part : elements) {
      size += part == null ? nothing(index) : sizeOfElement(part, index);
      index++;
    }
    return size;
  }

  private Collection<?> elements(Object value) {
    if (!(value instanceof Collection<?> elements)) {
      throw CodecConversions.refuse(typeName(), value);
    }
    if (unique && !(value instanceof Set) && new HashSet<>(elements).size() != elements.size()) {
      throw new IllegalArgumentException(
          "expected %s, found a list that has an element twice".formatted(typeName()));
    }
    return elements;
  }

  private long nothing(int index) {
    if (!nullable) {
      throw new IllegalArgumentException(
          "element %d of %s is null, expected a value".formatted(index, typeName()));
    }
    return 0;
  }

  private long sizeOfElement(Object part, int index) {
    try {
      return element.sizeOf(part);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("element " + index + ": " + e.getMessage(), e);
    }
  }

  @Override
  long put(Object value, MemorySegment target, long offset) {
    Collection<?> elements = elements(value);
    if (sorted && elements.size() > 1) {
      return putSorted(elements, target, offset);
    }
    int count = elements.size();
    long bitmap = CodecLength.put(count, target, offset);
    long place = bitmap;
    if (nullable) {
      place = CodecBitmap.clear(count, target, bitmap);
    }
    Distinct distinct = unique ? Distinct.of(typeName(), element, count, elements) : null;
    int index = 0;
    for (Object part : elements) {
      if (index == count) {
        throw CodecBounds.changed(typeName(), null);
      }
      if (part == null) {
        place += nothing(index);
        if (distinct != null) {
          distinct.addNull();
        }
      } else {
        if (nullable) {
          CodecBitmap.set(target, bitmap, index);
        }
        long end = element.put(part, target, place);
        if (distinct != null) {
          distinct.add(target, place, end);
        }
        place = end;
      }
      index++;
    }
    if (index < count) {
      throw CodecBounds.changed(typeName(), null);
    }
    return place;
  }

  private long putSorted(Collection<?> elements, MemorySegment target, long offset) {
    var encoded = new ArrayList<byte[]>(elements.size());
    // How many there are comes out below: their number is asked for once, as it may change.
    Distinct distinct =
        unique ? Distinct.of(typeName(), element, Integer.MAX_VALUE, elements) : null;
    int nulls = 0;
    for (Object part : elements) {
      if (part == null) {
        nulls += 1 + (int) nothing(nulls + encoded.size());
        if (distinct != null) {
          distinct.addNull();
        }
      } else {
        encoded.add(CodecOrder.encode(element, part));
      }
    }
    encoded.sort(CodecOrder.BY_BYTES);
    int count = nulls + encoded.size();
    long bitmap = CodecLength.put(count, target, offset);
    long place = bitmap;
    if (nullable) {
      place = CodecBitmap.clear(count, target, bitmap);
      for (int i = nulls; i < count; i++) {
        CodecBitmap.set(target, bitmap, i);
      }
    }
    for (byte[] bytes : encoded) {
      long end = CodecOrder.put(bytes, target, place);
      if (distinct != null) {
        distinct.add(target, place, end);
      }
      place = end;
    }
    return place;
  }

  @Override
  Object take(CodecInput input) {
    int count = CodecBitmap.takeCount(input, nullable);
    long bitmap = nullable ? CodecBitmap.take(input, count) : 0;
    int capacity = Math.min(count, CAPACITY_MAX);
    Collection<@Nullable Object> elements =
        unique ? LinkedHashSet.newLinkedHashSet(capacity) : new ArrayList<>(capacity);
    for (int i = 0; i < count; i++) {
      boolean present = !nullable || CodecBitmap.isSet(input, bitmap, i);
      if (!elements.add(present ? element.take(input) : null)) {
        throw input.corrupt("a set has an element twice");
      }
    }
    return unique && !asSet ? new ArrayList<>(elements) : elements;
  }

  @Override
  public ItemCodec<Object> forKeys() {
    ItemCodec<Object> ordered = element.forKeys();
    return unique || !ordered.equals(element)
        ? new ElementsCodec(
            type(), new CodecType.Part(element.type(), nullable), ordered, asSet, unique)
        : this;
  }
}
