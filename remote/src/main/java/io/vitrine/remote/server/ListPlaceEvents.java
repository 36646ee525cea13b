package io.vitrine.remote.server;

import io.vitrine.collections.ListAccess;
import io.vitrine.collections.ListAccess.Exchanged;
import io.vitrine.collections.ListAccess.Page;
import io.vitrine.collections.ListAccess.Placed;
import io.vitrine.store.Content;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The events of a list that read many elements at once, and those on what was seen at an earlier
 * revision. Stateless: each call runs on the thread of its connection.
 */
final class ListPlaceEvents {
  /** What an element of an answer is reckoned to take at the least. */
  private static final int ELEMENT_BYTES_MIN = 32;

  private ListPlaceEvents() {}

  /** Whether a {@code set}, {@code insert} or {@code removeAt} names a revision. */
  static boolean isPlaced(Request request) {
    int plain = request.event().equals("removeAt") ? 1 : 2;
    return switch (request.argument()) {
      case List<?> list -> list.size() > plain;
      case Map<?, ?> map -> map.containsKey("rev");
      case null, default -> false;
    };
  }

  static @Nullable Object handle(ServedList served, ListView view, Request request) {
    if (request.event().equals("elements")) {
      return elements(served, view, request);
    }
    ListEvents.requireList(view, request);
    ListAccess<Object> list = served.list();
    return switch (request.event()) {
      case "set" -> {
        Object[] parts = request.arguments(3, "index", "element", "rev");
        int index = ListEvents.index(request, "index", parts[0]);
        long revision = revision(request, parts[2]);
        yield model(served, list.setAt(index, served.newElement(parts[1]), revision), parts[1]);
      }
      case "insert" -> {
        Object[] parts = request.arguments(3, "index", "element", "rev");
        int gap = ListEvents.index(request, "index", parts[0]);
        long revision = revision(request, parts[2]);
        yield model(served, list.insertAt(gap, served.newElement(parts[1]), revision), parts[1]);
      }
      case "removeAt" -> {
        Object[] parts = request.arguments(2, "index", "rev");
        int index = ListEvents.index(request, "index", parts[0]);
        yield model(list.removeAt(index, revision(request, parts[1])));
      }
      case "exchange" -> exchange(served, request);
      default -> rewrite(served, request);
    };
  }

  private static long revision(Request request, @Nullable Object model) {
    long revision = Arguments.integer(request.event(), "rev", model);
    if (revision < 0) {
      throw Arguments.bad(request.event(), "rev is " + revision + ", expected 0 or more");
    }
    return revision;
  }

  /** What has become of an element that was sent; told if the list has it as another type. */
  private static Object model(ServedList served, Placed placed, @Nullable Object sent) {
    Map<String, @Nullable Object> model = model(placed);
    Object read = served.toModel(served.element(sent));
    if (!Content.isEqual(sent, read)) {
      model.put("element", read);
    }
    return model;
  }

  private static Map<String, @Nullable Object> model(Placed placed) {
    var model = new LinkedHashMap<String, @Nullable Object>();
    model.put("index", (long) placed.index());
    model.put("rev", placed.revision());
    model.put("done", placed.done());
    model.put("alone", placed.alone());
    return model;
  }

  /**
   * Answers what was made, if that is not what was sent, or else what is there: whoever was too
   * late need not ask again.
   */
  private static Object exchange(ServedList served, Request request) {
    Object[] parts = request.arguments(3, "index", "oldElement", "element");
    int index = ListEvents.index(request, "index", parts[0]);
    Exchanged<Object> exchanged =
        served
            .list()
            .exchange(
                index,
                served.element(parts[1]),
                parts[2] == null ? null : served.newElement(parts[2]));
    var answer = new LinkedHashMap<String, @Nullable Object>();
    answer.put("done", exchanged.done());
    Object model = served.toModel(exchanged.element());
    if (!exchanged.done() || !Content.isEqual(parts[2], model)) {
      answer.put("element", model);
    }
    return answer;
  }

  private static boolean rewrite(ServedList served, Request request) {
    Object[] parts = request.arguments(1, "rev", "set", "remove");
    long revision = revision(request, parts[0]);
    Map<Integer, Object> updates = new HashMap<>();
    if (parts[1] != null) {
      for (Object pair : Arguments.list("rewrite", "set", parts[1])) {
        @Nullable Object[] update = Arguments.of("rewrite", pair, 2, "index", "element");
        updates.put(ListEvents.index(request, "index", update[0]), served.newElement(update[1]));
      }
    }
    var removals = new HashSet<Integer>();
    if (parts[2] != null) {
      for (Object index : Arguments.list("rewrite", "remove", parts[2])) {
        removals.add(ListEvents.index(request, "index", index));
      }
    }
    return served.list().rewrite(revision, updates, removals);
  }

  private static Object elements(ServedList served, ListView view, Request request) {
    Object[] parts = request.arguments(2, "index", "count", "rev");
    int index = ListEvents.index(request, "index", parts[0]);
    long wanted = Arguments.integer(request.event(), "count", parts[1]);
    long bytesMax = served.fit().answerBytesMax();
    int most = (int) (bytesMax / ELEMENT_BYTES_MIN); // more do not fit into a frame
    int count = Math.clamp(wanted, -most, most);
    if (view.isList()) {
      long revision = parts[2] == null ? ListAccess.NOW : revision(request, parts[2]);
      Page<Object> page = served.list().page(index, count, bytesMax, revision);
      return page(served, page, page.size(), page.elements(), page.index(), count > 0);
    }
    if (parts[2] != null) {
      throw Arguments.bad("elements", "rev is for the list itself and not for a view");
    }
    Page<Object> page = page(served, view, index, count, bytesMax);
    List<Object> elements = view.reversed() ? page.elements().reversed() : page.elements();
    int size = view.isPart() ? view.length() : page.size();
    int gap = fromFront(index, size);
    int first = count > 0 ? gap : gap - elements.size();
    return page(served, page, size, elements, first, count > 0);
  }

  /** Elements of a view behind or before a gap, in the order of the list. */
  private static Page<Object> page(
      ServedList served, ListView view, int index, int count, long bytesMax) {
    ListAccess<Object> list = served.list();
    if (!view.isPart()) {
      try {
        return list.page(-1 - index, -count, bytesMax, ListAccess.NOW);
      } catch (IndexOutOfBoundsException e) {
        throw (IndexOutOfBoundsException)
            new IndexOutOfBoundsException(
                    served.path() + ": index " + index + " is none of the list when reversed")
                .initCause(e);
      }
    }
    int gap = fromFront(index, view.length());
    if (gap < 0 || gap > view.length()) {
      checkStructure(list.page(0, 0, 0, ListAccess.NOW), view);
      throw new IndexOutOfBoundsException(
          "index " + index + " is none of a sublist of " + view.length());
    }
    int there = count > 0 ? Math.min(count, view.length() - gap) : Math.max(count, -gap);
    int at = view.reversed() ? view.to() - gap : view.from() + gap;
    try {
      Page<Object> page = list.page(at, view.reversed() ? -there : there, bytesMax, ListAccess.NOW);
      checkStructure(page, view);
      return page;
    } catch (IndexOutOfBoundsException e) {
      throw stale();
    }
  }

  /** An index below 0 counts from the end: -1 is behind the last element. */
  private static int fromFront(int index, int size) {
    return index < 0 ? size + 1 + index : index;
  }

  private static void checkGap(int gap, int size) {
    if (gap < 0 || gap > size) {
      throw new IndexOutOfBoundsException("index " + gap + " is none of 0 to " + size);
    }
  }

  private static void checkStructure(Page<?> page, ListView view) {
    if (page.structure() != view.at()) {
      throw stale();
    }
  }

  private static ConcurrentModificationException stale() {
    return new ConcurrentModificationException(
        "the list was made longer or shorter since the sublist was taken; take another one");
  }

  /** As many of the elements as fit into a frame. */
  private static Object page(
      ServedList served, Page<?> page, int size, List<?> elements, int first, boolean ahead) {
    var models = new ArrayList<@Nullable Object>(elements.size());
    long room = 0;
    for (Object element : ahead ? elements : elements.reversed()) {
      Object model = served.toModel(element);
      room += served.fit().element(null, model);
      if (room > served.fit().answerBytesMax() && !models.isEmpty()) {
        break;
      }
      models.add(model);
    }
    var answer = new LinkedHashMap<String, Object>();
    answer.put("index", (long) (ahead ? first : first + elements.size() - models.size()));
    answer.put("elements", ahead ? models : models.reversed());
    answer.put("size", (long) size);
    answer.put("rev", page.revision());
    return answer;
  }

  /** The view that a {@code subList} of another one answers. */
  static ListView subList(ServedList served, ListView view, int from, int to) {
    Page<Object> seen = served.list().page(0, 0, 0, ListAccess.NOW);
    if (view.isPart()) {
      checkStructure(seen, view);
    }
    int size = view.isPart() ? view.length() : seen.size();
    checkGap(from, size);
    checkGap(to, size);
    if (from > to) {
      throw new IllegalArgumentException("a sublist from " + from + " to " + to);
    }
    int begin = view.isPart() ? view.from() : 0;
    return view.reversed()
        ? new ListView(begin + size - to, begin + size - from, seen.structure(), true)
        : new ListView(begin + from, begin + to, seen.structure(), false);
  }
}
