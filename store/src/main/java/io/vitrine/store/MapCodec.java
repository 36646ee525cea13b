package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a map one after the other, each its key and then its value. Safe for any number of
 * threads.
 *
 * <pre>
 * count    in the form of {@link CodecLength}
 * bitmap   where values may be null: a bit for each, as {@link CodecBitmap} tells
 * entries  key, and value where it is present; what does not tell where it ends with its length
 *          before it
 * </pre>
 *
 * <p>The entries stand in the order of the map's iterator; the codec {@linkplain Codec#forKeys for
 * keys} sorts them by the bytes of their keys.
 */
final class MapCodec extends ItemCodec<Object> {
  private static final int CAPACITY_MAX = 1 << 16;

  private final ItemCodec<Object> keys;
  private final ItemCodec<Object> values;
  private final boolean nullable;
  private final boolean sorted;

  private MapCodec(
      ItemCodec<Object> keys, ItemCodec<Object> values, boolean nullable, boolean sorted) {
    super(new CodecType.OfMap(keys.type(), new CodecType.Part(values.type(), nullable)));
    this.keys = keys.delimited();
    this.values = values.delimited();
    this.nullable = nullable;
    this.sorted = sorted;
  }

  static MapCodec of(ItemCodec<?> keys, ItemCodec<?> values, boolean nullable) {
    return new MapCodec(
        ElementsCodec.untyped(keys), ElementsCodec.untyped(values), nullable, false);
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
    Map<?, ?> map = map(value);
    int count = map.size();
    long size = CodecLength.sizeOf(count) + (nullable ? CodecBitmap.bytes(count) : 0);
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (entry.getKey() == null || (entry.getValue() == null && !nullable)) {
        throw new IllegalArgumentException(
            "entry %s=%s of %s has a null, expected a value"
                .formatted(entry.getKey(), entry.getValue(), typeName()));
      }
      try {
        size += keys.sizeOf(entry.getKey());
        size += entry.getValue() == null ? 0 : values.sizeOf(entry.getValue());
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("entry " + entry.getKey() + ": " + e.getMessage(), e);
      }
    }
    return size;
  }

  private Map<?, ?> map(Object value) {
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw CodecConversions.refuse(typeName(), value);
  }

  @Override
  long put(Object value, MemorySegment target, long offset) {
    Map<?, ?> map = map(value);
    if (sorted && map.size() > 1) {
      return putSorted(map, target, offset);
    }
    int count = map.size();
    long bitmap = CodecLength.put(count, target, offset);
    long place = nullable ? CodecBitmap.clear(count, target, bitmap) : bitmap;
    Distinct distinct = Distinct.of(typeName(), keys, count, map);
    int index = 0;
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (index == count) {
        throw CodecBounds.changed(typeName(), null);
      }
      long end = keys.put(entry.getKey(), target, place);
      if (distinct != null) {
        distinct.add(target, place, end);
      }
      place = putValue(entry.getValue(), index++, target, end, bitmap);
    }
    if (index < count) {
      throw CodecBounds.changed(typeName(), null);
    }
    return place;
  }

  private long putValue(
      @Nullable Object value, int index, MemorySegment target, long place, long bitmap) {
    if (value == null) {
      if (!nullable) { // it was there when its size was asked for
        throw CodecBounds.changed(typeName(), null);
      }
      return place;
    }
    if (nullable) {
      CodecBitmap.set(target, bitmap, index);
    }
    return values.put(value, target, place);
  }

  private long putSorted(Map<?, ?> map, MemorySegment target, long offset) {
    var entries = new ArrayList<CodecOrder.Entry>(map.size());
    map.forEach((key, value) ->
        entries.add(new CodecOrder.Entry(CodecOrder.encode(keys, key), key, value)));
    Collections.sort(entries);
    long bitmap = CodecLength.put(entries.size(), target, offset);
    long place = nullable ? CodecBitmap.clear(entries.size(), target, bitmap) : bitmap;
    Distinct distinct = Distinct.of(typeName(), keys, entries.size(), map);
    for (int i = 0; i < entries.size(); i++) {
      CodecOrder.Entry entry = entries.get(i);
      long end = CodecOrder.put(entry.bytes, target, place);
      if (distinct != null) {
        distinct.add(target, place, end);
      }
      place = putValue(entry.value, i, target, end, bitmap);
    }
    return place;
  }

  @Override
  Object take(CodecInput input) {
    int count = CodecBitmap.takeCount(input, false);
    long bitmap = nullable ? CodecBitmap.take(input, count) : 0;
    var map =
        LinkedHashMap.<Object, @Nullable Object>newLinkedHashMap(Math.min(count, CAPACITY_MAX));
    for (int i = 0; i < count; i++) {
      Object key = keys.take(input);
      boolean present = !nullable || CodecBitmap.isSet(input, bitmap, i);
      map.put(key, present ? values.take(input) : null);
      if (map.size() != i + 1) {
        throw input.corrupt("a map has a key twice");
      }
    }
    return map;
  }

  @Override
  public ItemCodec<Object> forKeys() {
    return new MapCodec(keys, values.forKeys(), nullable, true);
  }
}
