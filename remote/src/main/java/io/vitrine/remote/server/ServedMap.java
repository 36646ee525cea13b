package io.vitrine.remote.server;

import io.vitrine.collections.Description;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.KeyWork;
import io.vitrine.store.TypedValue;
import io.vitrine.store.Visitor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A map that is being served and how its keys and values look in the data model. Immutable, safe
 * for any number of threads.
 */
final class ServedMap implements Served {
  private final ObservableMap<Object, Object> map;
  private final TypeRegistry types;
  private final Fit fit;
  private final ElementType keys;
  private final ElementType values;

  ServedMap(
      ObservableMap<Object, Object> map, Description description, TypeRegistry types, Fit fit) {
    this.fit = fit;
    this.map = map;
    this.types = types;
    this.keys = ElementType.of(description.keyType(), types);
    this.values = ElementType.of(description.valueType(), types);
  }

  ObservableMap<Object, Object> map() {
    return map;
  }

  @Override
  public String path() {
    return map.path();
  }

  @Override
  public TypeRegistry types() {
    return types;
  }

  @Override
  public Fit fit() {
    return fit;
  }

  /** Type of the values. */
  ElementType values() {
    return values;
  }

  Object key(@Nullable Object model) {
    return keys.fromModel(Served.notNull(model, "key"));
  }

  /** A value to be looked for. */
  Object value(@Nullable Object model) {
    return values.expected(Served.notNull(model, "value"));
  }

  /** A value that is to be written, refused if readers could not be told of it. */
  Object newValue(Object key, @Nullable Object model) {
    Object value = values.fromModel(Served.notNull(model, "value"));
    fit.checkWritten(toModel(key), toModel(value));
    return value;
  }

  /** A visitor whose result is refused if readers could not be told of it. */
  @SuppressWarnings("ReferenceEquality") // What is left as it was is not written.
  Visitor<Object> checked(Object key, Visitor<Object> visitor) {
    return value -> {
      Object result = visitor.visit(value);
      if (result != null && result != value) {
        fit.checkWritten(toModel(key), toModel(result));
      }
      return result;
    };
  }

  List<Object> keys(List<?> models) {
    var list = new ArrayList<Object>(models.size());
    var work = new KeyWork();
    for (Object model : models) {
      Object key = key(model);
      work.add(list, key);
      list.add(key);
    }
    return list;
  }

  /** Entries of {@code {k: v}}, {@code [[k, v]...]} or {@code [{key, value}...]}. */
  Map<Object, Object> entries(String event, @Nullable Object model) {
    var entries = new LinkedHashMap<Object, Object>();
    var work = new KeyWork();
    if (model instanceof Map<?, ?> map) {
      for (Map.Entry<?, ?> element : map.entrySet()) {
        Object key = key(element.getKey());
        work.add(entries.keySet(), key);
        entries.put(key, value(element.getValue()));
      }
      return entries;
    }
    for (Object element : Arguments.list(event, "argument", model)) {
      Map.Entry<Object, Object> entry = entry(event, element);
      work.add(entries.keySet(), entry.getKey());
      entries.put(entry.getKey(), entry.getValue());
    }
    return entries;
  }

  /** A key to be compared with those that are there. */
  Object expectedKey(@Nullable Object model) {
    return keys.expected(Served.notNull(model, "key"));
  }

  Map.Entry<Object, Object> entry(String event, @Nullable Object model) {
    @Nullable Object[] parts = Arguments.of(event, model, 2, "key", "value");
    return Map.entry(expectedKey(parts[0]), value(parts[1]));
  }

  @Override
  public @Nullable Object handle(String view, Request request) {
    if (view.isEmpty() || view.equals("map")) {
      return MapEvents.handle(this, request);
    }
    ViewEvents.View of = ViewEvents.View.named(view);
    if (of == null) {
      throw Served.noView("map", view, "map, keySet, values or entrySet");
    }
    return ViewEvents.handle(this, of, request);
  }

  @Override
  public void touch() {
    boolean _ = map.isEmpty();
  }

  @Override
  public Subscription<?> subscribe(Request request, ServedSubscription subscriber) {
    return map.subscribe(
        SubscribeArguments.parse(this, request).withRequest(request.demand()), subscriber);
  }

  @Override
  public boolean keysAreNamed(String typeName) {
    return keys.type() == TypedValue.class && keys.name().equals(typeName);
  }

  @Override
  public Object subscribedKey(@Nullable Object model) {
    return key(model);
  }
}
