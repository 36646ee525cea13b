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
 * <p>It goes on over a lost connection as long as the server knows the session. Where a page may
 * have been lost nothing behind it is given, so that nothing is left out unnoticed.
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

  /** Session that has the channel. */
  private long session;

  /** Why nothing more can come, null where it can. */
  private @Nullable RemoteException lost;

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
      answer = next(cid, count);
    } else {
      answer = link.ask(csp, "iterator", count, true);
      session = link.session();
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

  private @Nullable Object next(long channel, long count) {
    RemoteException before = lost;
    if (before != null) {
      String message = String.valueOf(before.getMessage());
      throw before instanceof ConnectionLostException
          ? new ConnectionLostException(message)
          : new RemoteException(before.code(), message);
    }
    try {
      return link.askChannel(session, channel, "next", count);
    } catch (RemoteException e) {
      switch (e.code()) {
        case "ConnectionLost", "Timeout", "Interrupted", "UnknownChannel" -> lost = e;
        default -> {
          // An element that cannot travel; the next page begins behind it.
        }
      }
      throw e;
    }
  }
}
