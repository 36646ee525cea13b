package io.vitrine.remote.server;

import io.vitrine.collections.Description;
import io.vitrine.collections.ListAccess;
import io.vitrine.collections.ObservableList;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.ObservableSet;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.FrameLimits;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The collections that a server serves, opened once. Safe for any number of threads. */
final class Catalogue {
  static final String MAPS = "/maps/";
  static final String SETS = "/sets/";
  static final String LISTS = "/lists/";

  private static final int LIST_TRIES = 20;

  private final Vitrine vitrine;
  private final Fit fit;
  private final ConcurrentHashMap<String, Served> opened = new ConcurrentHashMap<>();

  Catalogue(Vitrine vitrine, FrameLimits limits) {
    this.fit = new Fit(limits);
    this.vitrine = vitrine;
  }

  Vitrine vitrine() {
    return vitrine;
  }

  /** The collection of a path; a wrong path creates nothing. */
  Served collection(String path) {
    Served served = opened.get(path);
    if (served == null) {
      try {
        served = open(path);
      } catch (IllegalStateException e) {
        served = open(path); // it was dropped while it was looked at
      }
      opened.put(path, served);
    }
    return served;
  }

  /** Whether a map is at hand, so that to find it takes no time. */
  boolean hasMap(String path) {
    return opened.get(path) instanceof ServedMap;
  }

  private Served open(String path) {
    Served served = null;
    try {
      Description description = vitrine.describe(path);
      if (description != null) {
        served = open(path, description);
      }
    } catch (IllegalArgumentException e) {
      throw new RequestException(ErrorCode.UNKNOWN_PATH, String.valueOf(e.getMessage()));
    }
    if (served == null) {
      throw unknown(path);
    }
    return served;
  }

  private @Nullable Served open(String path, Description description) {
    TypeRegistry types = vitrine.types();
    if (path.startsWith(SETS)) {
      ObservableSet<Object> set = vitrine.existingSet(path);
      var elements = ElementType.of(description.keyType(), types);
      return set == null ? null : new ServedSet(set, elements, types, fit);
    }
    if (path.startsWith(LISTS)) {
      ObservableList<Object> list = vitrine.existingList(path);
      var elements = ElementType.of(description.valueType(), types);
      return list instanceof ListAccess<Object> access
          ? new ServedList(access, elements, types, fit)
          : null;
    }
    ObservableMap<Object, Object> map = vitrine.existingMap(path);
    return map == null ? null : new ServedMap(map, description, types, fit);
  }

  /** Paths that begin so. */
  List<String> list(String prefix) {
    for (int tries = 1; ; tries++) {
      try {
        return vitrine.list(prefix);
      } catch (IllegalStateException e) {
        if (tries == LIST_TRIES) {
          throw e;
        } // else one was dropped while it was looked at
      }
    }
  }

  Description describe(String path) {
    Description description;
    try {
      description = vitrine.describe(path);
    } catch (IllegalStateException e) {
      description = vitrine.describe(path); // it was dropped while it was looked at
    }
    if (description == null) {
      throw unknown(path);
    }
    return description;
  }

  /** Forgets an opened collection, for example since it was dropped. */
  void forget(String path) {
    opened.remove(path);
  }

  static RequestException unknown(String path) {
    return new RequestException(
        ErrorCode.UNKNOWN_PATH, "there is no collection " + path + "; create it or list what is");
  }
}
