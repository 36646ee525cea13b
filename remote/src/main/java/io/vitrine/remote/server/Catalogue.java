package io.vitrine.remote.server;

import io.vitrine.collections.Description;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.FrameLimits;
import java.util.concurrent.ConcurrentHashMap;

/** The collections that a server serves, opened once. Safe for any number of threads. */
final class Catalogue {
  private final Vitrine vitrine;
  private final Fit fit;
  private final ConcurrentHashMap<String, ServedMap> maps = new ConcurrentHashMap<>();

  Catalogue(Vitrine vitrine, FrameLimits limits) {
    this.fit = new Fit(limits);
    this.vitrine = vitrine;
  }

  Vitrine vitrine() {
    return vitrine;
  }

  /** The map of a path; a wrong path creates nothing. */
  ServedMap map(String path) {
    ServedMap served = maps.get(path);
    if (served == null) {
      served = open(path);
      maps.put(path, served);
    }
    return served;
  }

  /** Whether a map is at hand, so that to find it takes no time. */
  boolean hasMap(String path) {
    return maps.containsKey(path);
  }

  private ServedMap open(String path) {
    ObservableMap<Object, Object> map;
    Description description;
    try {
      map = vitrine.existingMap(path);
      description = vitrine.describe(path);
    } catch (IllegalArgumentException e) {
      throw new RequestException(ErrorCode.UNKNOWN_PATH, String.valueOf(e.getMessage()));
    }
    if (map == null || description == null) {
      throw unknown(path);
    }
    return new ServedMap(map, description, vitrine.types(), fit);
  }

  Description describe(String path) {
    Description description = vitrine.describe(path);
    if (description == null) {
      throw unknown(path);
    }
    return description;
  }

  /** Forgets an opened map, for example since it was dropped. */
  void forget(String path) {
    maps.remove(path);
  }

  static RequestException unknown(String path) {
    return new RequestException(
        ErrorCode.UNKNOWN_PATH, "there is no collection " + path + "; create it or list what is");
  }
}
