package io.vitrine.remote.client;

import io.vitrine.collections.AbstractObservableSet;
import io.vitrine.collections.AsyncSet;
import io.vitrine.collections.Difference;
import io.vitrine.collections.ElementOptions;
import io.vitrine.collections.Lanes;
import io.vitrine.collections.Pages;
import io.vitrine.collections.Subscriber;
import io.vitrine.collections.Subscription;
import io.vitrine.remote.wire.ModelRoom;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A set on a server. Safe for any number of threads.
 *
 * <p>Each method of {@link java.util.Set} costs one round trip at the most, an iterator one for a
 * page; {@link #removeIf} with a filter that cannot travel one for a page and one for what it
 * finds.
 *
 * @param <E> type of the elements
 */
final class RemoteSet<E> extends AbstractObservableSet<E> {
  private final Link link;
  private final Form<E> form;
  private final RemoteView all;
  private final Lanes lanes;

  RemoteSet(Link link, String path, Form<E> form) {
    this.link = link;
    this.form = form;
    this.lanes = new Lanes(link.deadlines());
    this.all = new RemoteView(link, path);
  }

  @Override
  public String path() {
    return all.csp();
  }

  @Override
  protected Pages<E> elementPages() {
    return new RemotePages<>(link, path(), form::require);
  }

  @Override
  public int size() {
    return (int) Math.min(Integer.MAX_VALUE, all.size());
  }

  @Override
  public boolean isEmpty() {
    return all.isEmpty();
  }

  @Override
  public boolean contains(Object element) {
    return all.contains(form.find(element));
  }

  @Override
  protected boolean isAsRead(Object element) {
    return form.findEqual(element) != null;
  }

  @Override
  public boolean containsAll(Collection<?> elements) {
    return all.containsAll(elements, form::find);
  }

  @Override
  public boolean equals(@Nullable Object o) {
    return all.isEqual(this, o, form::findEqual);
  }

  @Override
  public int hashCode() {
    return RemoteView.isPlain(form.type()) ? all.hash() : super.hashCode();
  }

  @Override
  public @Nullable Object[] toArray() {
    return RemoteView.copy(iterator()).toArray();
  }

  @Override
  public <T extends @Nullable Object> T[] toArray(T[] array) {
    return RemoteView.copy(iterator()).toArray(array);
  }

  @Override
  public boolean add(E element) {
    return Boolean.TRUE.equals(link.ask(path(), "add", form.toModel(element), false));
  }

  @Override
  public boolean addAll(Collection<? extends E> elements) {
    var models = new ArrayList<Object>(elements.size());
    for (E element : elements) {
      models.add(form.toModel(element));
    }
    boolean changed = false;
    for (int from = 0; from < models.size(); ) {
      // One request, unless that might be more than a frame.
      int to = from;
      for (long room = 0; to < models.size() && room <= RemoteView.BATCH_BYTES; to++) {
        room += ModelRoom.of(models.get(to));
      }
      List<Object> batch = models.subList(from, to);
      changed |= Boolean.TRUE.equals(link.ask(path(), "addAll", batch, false));
      from = to;
    }
    return changed;
  }

  @Override
  public boolean remove(Object element) {
    return all.remove(form.find(element));
  }

  @Override
  public boolean removeAll(Collection<?> elements) {
    return all.change("removeAll", elements, form::find);
  }

  @Override
  public boolean retainAll(Collection<?> elements) {
    return all.change("retainAll", elements, form::find);
  }

  @Override
  public boolean removeIf(Predicate<? super E> filter) {
    Objects.requireNonNull(filter, "filter");
    return all.removeIf(
        form.types(), filter, () -> all.removeFound(elementPages(), filter, form::toModel));
  }

  @Override
  public void clear() {
    all.clear();
  }

  @Override
  public AsyncSet<E> async() {
    return new RemoteAsyncSet<>(new AsyncRequests<>(link, path(), form, lanes), this);
  }

  @Override
  public long publish(Object event) {
    Object model = form.types().toModel(Objects.requireNonNull(event, "event"));
    return RemoteView.number(link.ask(path(), "publish", model, false));
  }

  @Override
  public <T> Flow.Publisher<T> asPublisher(ElementOptions<E> options) {
    if (options.known() == null) {
      new SubscribeSpec(form.types(), options, null).checkStream();
    }
    return super.asPublisher(options);
  }

  @Override
  public <T> Subscription<E> subscribe(ElementOptions<E> options, Subscriber<T> subscriber) {
    Collection<E> copy = options.known();
    return RemoteSubscription.begin(
        link,
        path(),
        new SetForm<>(form),
        form.types(),
        options,
        null,
        copy == null ? null : revision -> Difference.ofSet(copy, revision),
        subscriber);
  }
}
