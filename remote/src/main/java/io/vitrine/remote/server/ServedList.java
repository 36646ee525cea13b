package io.vitrine.remote.server;

import io.vitrine.collections.ListAccess;
import io.vitrine.collections.Subscription;
import io.vitrine.collections.TypeRegistry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A list that is being served and how its elements look in the data model. Immutable, safe for any
 * number of threads.
 *
 * @param list the list
 * @param elements type of its elements
 * @param types what is registered
 * @param fit what may be written
 */
record ServedList(ListAccess<Object> list, ElementType elements, TypeRegistry types, Fit fit)
    implements Served {
  @Override
  public String path() {
    return list.path();
  }

  @Override
  public @Nullable Object handle(String view, Request request) {
    return ListEvents.handle(this, ListView.parse(view), request);
  }

  @Override
  public void touch() {
    boolean _ = list.isEmpty();
  }

  @Override
  public Subscription<?> subscribe(Request request, ServedSubscription subscriber) {
    return list.subscribe(SubscribeArguments.elements(this, request), subscriber);
  }

  @Override
  public Object subscribedKey(@Nullable Object model) {
    throw Served.noKey(path());
  }

  /** An element to be looked for. */
  Object element(@Nullable Object model) {
    return elements.expected(Served.notNull(model, "element"));
  }

  /** An element that is to be written, refused if readers could not be told of it. */
  Object newElement(@Nullable Object model) {
    return written(elements.fromModel(Served.notNull(model, "element")));
  }

  /** Refuses an element that readers could not be told of. */
  Object written(Object element) {
    fit.checkWritten(null, toModel(element));
    return element;
  }

  /** The elements of an argument that is a list of them. */
  List<Object> all(String event, @Nullable Object model, boolean areNew) {
    var all = new ArrayList<Object>();
    for (Object one : Arguments.list(event, "elements", model)) {
      all.add(areNew ? newElement(one) : element(one));
    }
    return all;
  }

  List<Object> all(Request request) {
    return all(request.event(), request.argument(), false);
  }
}
