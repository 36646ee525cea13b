package io.vitrine.remote.client;

import io.vitrine.collections.Pages;
import io.vitrine.store.TypedValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A walk over a view on a server, one round trip for a page. For one thread.
 *
 * @param <E> type of the elements
 */
final class RemotePages<E> implements Pages<E> {
  private final Link link;
  private final String csp;
  private final Function<@Nullable Object, E> element;
  private @Nullable Long cid;
  private boolean begun;
  private boolean ended;

  RemotePages(Link link, String csp, Function<@Nullable Object, E> element) {
    this.link = link;
    this.csp = csp;
    this.element = element;
  }

  @Override
  public @Nullable List<E> next() {
    if (ended) {
      return null;
    }
    long count = link.options().pageElements();
    Object answer;
    if (begun && cid != null) {
      answer = link.askChannel(cid, "next", count);
    } else {
      answer = link.ask(csp, "iterator", count, true);
      answer = answer instanceof TypedValue typed ? typed.content() : answer;
      begun = true;
    }
    if (!(answer instanceof Map<?, ?> page) || !(page.get("elements") instanceof List<?> list)) {
      throw new RemoteException("Internal", "the server sent no page but " + answer);
    }
    if (page.get("cid") instanceof Long channel) {
      cid = channel;
    }
    ended = !Boolean.FALSE.equals(page.get("end"));
    var elements = new ArrayList<E>(list.size());
    list.forEach(model -> elements.add(element.apply(model)));
    return elements;
  }
}
