package io.vitrine.remote.client;

import static io.vitrine.remote.client.CallKind.ASYNC;
import static io.vitrine.remote.client.CallKind.CALLER;
import static io.vitrine.remote.client.CallKind.PROXY;
import static io.vitrine.remote.client.CallKind.REQUEST;
import static io.vitrine.remote.client.CallKind.VISITOR;
import static io.vitrine.remote.client.CallKind.WALK;

import io.vitrine.collections.Filters;
import io.vitrine.collections.Functions;
import io.vitrine.collections.ObservableList;
import io.vitrine.collections.Visitors;
import java.util.Comparator;
import java.util.List;
import java.util.ListIterator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Every way to call a list of the elements 0, 1, 2 and so on. */
@SuppressWarnings("ReturnValueIgnored")
final class ListCalls {
  private ListCalls() {}

  /** An operator that travels. */
  record Increase(long by) implements UnaryOperator<Long>, Function<Long, Long> {
    @Override
    public Long apply(Long element) {
      return element + by;
    }
  }

  private static CallRow<List<Long>> row(String method, CallKind kind, Consumer<List<Long>> call) {
    return new CallRow<>(method, kind, call);
  }

  private static CallRow<List<Long>> row(
      String method, String variant, CallKind kind, Consumer<List<Long>> call) {
    return new CallRow<>(method, variant, kind, call);
  }

  private static void walk(ListIterator<Long> elements) {
    elements.forEachRemaining(_ -> {});
  }

  /** Those of the JDK's interface. */
  static List<CallRow<List<Long>>> ofTheJdk() {
    return List.of(
        row("add(Object)", REQUEST, l -> l.add(7L)),
        row("add(int, Object)", REQUEST, l -> l.add(1, 7L)),
        row("addAll(Collection)", REQUEST, l -> l.addAll(List.of(7L, 8L))),
        row("addAll(int, Collection)", REQUEST, l -> l.addAll(1, List.of(7L, 8L))),
        row("addFirst(Object)", REQUEST, l -> l.addFirst(7L)),
        row("addLast(Object)", REQUEST, l -> l.addLast(7L)),
        row("clear()", REQUEST, List::clear),
        row("contains(Object)", REQUEST, l -> l.contains(1L)),
        row("containsAll(Collection)", REQUEST, l -> l.containsAll(List.of(1L, 7L))),
        row("equals(Object)", REQUEST, l -> l.equals(List.of(0L, 1L))),
        row("forEach(Consumer)", WALK, l -> l.forEach(_ -> {})),
        row("get(int)", REQUEST, l -> l.get(1)),
        row("getFirst()", REQUEST, List::getFirst),
        row("getLast()", REQUEST, List::getLast),
        row("hashCode()", REQUEST, List::hashCode),
        row("indexOf(Object)", REQUEST, l -> l.indexOf(1L)),
        row("isEmpty()", REQUEST, List::isEmpty),
        row("iterator()", WALK, l -> l.iterator().forEachRemaining(_ -> {})),
        row("lastIndexOf(Object)", REQUEST, l -> l.lastIndexOf(1L)),
        row("listIterator()", WALK, l -> walk(l.listIterator())),
        row("listIterator(int)", WALK, l -> walk(l.listIterator(0))),
        row("parallelStream()", WALK, l -> l.parallelStream().toList()),
        row("remove(Object)", REQUEST, l -> l.remove((Object) 1L)),
        row("remove(int)", REQUEST, l -> l.remove(1)),
        row("removeAll(Collection)", REQUEST, l -> l.removeAll(List.of(1L, 7L))),
        row("removeFirst()", REQUEST, List::removeFirst),
        row(
            "removeIf(Predicate)",
            "with a filter that travels",
            VISITOR,
            l -> l.removeIf(Filters.value().eq(1L))),
        row("removeIf(Predicate)", "with a lambda", CALLER, l -> l.removeIf(e -> e > 0)),
        row("removeLast()", REQUEST, List::removeLast),
        row(
            "replaceAll(UnaryOperator)",
            "with a function that travels",
            VISITOR,
            l -> l.replaceAll(new Increase(1))),
        row("replaceAll(UnaryOperator)", "with a lambda", CALLER, l -> l.replaceAll(e -> e + 1)),
        row("retainAll(Collection)", REQUEST, l -> l.retainAll(List.of(1L, 7L))),
        row("reversed()", PROXY, List::reversed),
        row("set(int, Object)", REQUEST, l -> l.set(1, 7L)),
        row("size()", REQUEST, List::size),
        row("sort(Comparator)", "in natural order or its reverse", VISITOR, l -> l.sort(null)),
        row(
            "sort(Comparator)",
            "with a lambda",
            CALLER,
            l -> l.sort(Comparator.comparingLong(e -> e * 7 % 5))),
        row("spliterator()", WALK, l -> l.spliterator().forEachRemaining(_ -> {})),
        row("stream()", WALK, l -> l.stream().toList()),
        row("subList(int, int)", PROXY, l -> l.subList(0, 1)),
        row("toArray()", WALK, List::toArray),
        row("toArray(IntFunction)", WALK, l -> l.toArray(Long[]::new)),
        row("toArray(Object[])", WALK, l -> l.toArray(new Long[0])));
  }

  /** Those that are added, on lists that have them. */
  static List<CallRow<List<Long>>> added() {
    return List.of(
        row(
            "asyncUpdate(Integer, Visitor)",
            ASYNC,
            l -> observable(l).asyncUpdate(1, Visitors.add(1))),
        row(
            "asyncUpdate(Integer, Visitor)",
            "with a lambda",
            CALLER,
            l -> observable(l).asyncUpdate(1, e -> e + 1)),
        row("publish(Object)", REQUEST, l -> observable(l).publish("told")),
        row(
            "syncUpdate(Integer, Visitor, Function)",
            VISITOR,
            l -> observable(l).<Object>syncUpdate(1, Visitors.add(1), Functions.square())),
        row(
            "syncUpdate(Integer, Visitor, Function)",
            "with lambdas",
            CALLER,
            l -> observable(l).<Long>syncUpdate(1, e -> e + 1, e -> e)));
  }

  private static ObservableList<Long> observable(List<Long> list) {
    if (list instanceof ObservableList<Long> observable) {
      return observable;
    }
    throw new UnsupportedOperationException("a view of a list takes no visitors and tells nothing");
  }
}
