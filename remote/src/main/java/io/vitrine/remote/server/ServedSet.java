package io.vitrine.remote.server;

import io.vitrine.collections.ObservableSet;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.KeyWork;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set that is being served and how its elements look in the data model. Immutable, safe for any
 * number of threads.
 *
 * @param set the set
 * @param elements type of its elements
 * @param types what is registered
 * @param fit what may be written
 */
record ServedSet(ObservableSet<Object> set, ElementType elements, TypeRegistry types, Fit fit)
    implements Served {
  @Override
  public String path() {
    return set.path();
  }

  @Override
  public @Nullable Object handle(String view, Request request) {
    if (!view.isEmpty() && !view.equals("set")) {
      throw Served.noView("set", view, "set");
    }
    return SetEvents.handle(this, request);
  }

  @Override
  public void touch() {
    boolean _ = set.isEmpty();
  }

  @Override
  public Subscription<?> subscribe(Request request, ServedSubscription subscriber) {
    return set.subscribe(SubscribeArguments.elements(this, request), subscriber);
  }

  @Override
  public Object subscribedKey(@Nullable Object model) {
    throw Served.noKey(path());
  }

  /** An element to be looked for. */
  Object element(@Nullable Object model) {
    return elements.expected(Served.notNull(model, "element"));
  }

  /** An element that is to be added, refused if readers could not be told of it. */
  Object newElement(@Nullable Object model) {
    Object element = elements.fromModel(Served.notNull(model, "element"));
    fit.checkWritten(toModel(element), null);
    return element;
  }

  /** The elements of an argument that is a list of them. */
  List<Object> all(Request request, boolean areNew) {
    var all = new ArrayList<Object>();
    var work = new KeyWork();
    for (Object model : Arguments.list(request.event(), "argument", request.argument())) {
      Object element = areNew ? newElement(model) : element(model);
      work.add(all, element);
      all.add(element);
    }
    return all;
  }
}
