package io.vitrine.store;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What {@link LinearMap} must be equal to when its calls come one after the other. */
public class LinearModel {
  private final Map<Integer, Integer> map = new HashMap<>();

  public @Nullable Integer get(int key) {
    return map.get(key);
  }

  public void put(int key, int value) {
    map.put(key, value);
  }

  public @Nullable Integer getAndPut(int key, int value) {
    return map.put(key, value);
  }

  public @Nullable Integer putIfAbsent(int key, int value) {
    return map.putIfAbsent(key, value);
  }

  public @Nullable Integer replace(int key, int value) {
    return map.replace(key, value);
  }

  public boolean replaceValue(int key, int old, int value) {
    return map.replace(key, old, value);
  }

  public boolean remove(int key) {
    return map.remove(key) != null;
  }

  public boolean removeValue(int key, int value) {
    return map.remove(key, value);
  }

  public int increment(int key) {
    return map.merge(key, 1, Integer::sum);
  }

  public int addInPlace(int key) {
    return increment(key);
  }

  public int addByRevision(int key) {
    return increment(key);
  }

  public @Nullable Integer getByBatch(int key) {
    return map.get(key);
  }

  public void putByBatch(int key, int value) {
    map.put(key, value);
  }

  public int incrementBoth(int key, int other) {
    increment(key);
    return increment(other);
  }

  public String both(int key, int other) {
    return map.get(key) + "," + map.get(other);
  }
}
