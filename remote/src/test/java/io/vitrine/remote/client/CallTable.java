package io.vitrine.remote.client;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Methods of interfaces and what calls of them cost, as a table of Markdown. Stateless. */
final class CallTable {
  private CallTable() {}

  /** The methods of an interface that are called on objects, with the types of their parameters. */
  static Set<String> methods(Class<?> type) {
    return Arrays.stream(type.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .map(CallTable::name)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String name(Method method) {
    return method.getName()
        + Arrays.stream(method.getParameterTypes())
            .map(Class::getSimpleName)
            .collect(Collectors.joining(", ", "(", ")"));
  }

  /**
   * What a call costs, from two measurements.
   *
   * @param short1 requests where everything is on one page, -1 where the method is not supported
   * @param long3 requests where everything is on three pages
   */
  record Cost(int short1, int long3) {
    int aPage() {
      return (long3 - short1) / 2;
    }

    int fixed() {
      return short1 - aPage();
    }

    boolean isLinear() {
      return short1 < 0 || (fixed() >= 0 && aPage() >= 0 && fixed() + 3 * aPage() == long3);
    }

    @Override
    public String toString() {
      if (short1 < 0) {
        return "–";
      }
      String pages = aPage() == 1 ? "1 a page" : aPage() + " a page";
      return aPage() == 0
          ? String.valueOf(fixed())
          : fixed() == 0 ? pages : pages + ", then " + fixed();
    }
  }

  /** A table with a row for each method. */
  static String of(List<String> columns, List<? extends CallRow<?>> rows, List<List<Cost>> costs) {
    var table = new StringBuilder("| method | how | ");
    table.append(String.join(" | ", columns)).append(" |\n| --- | --- |");
    table.append(" --- |".repeat(columns.size())).append('\n');
    for (int i = 0; i < rows.size(); i++) {
      table.append("| ").append(rows.get(i).title()).append(" | ");
      table.append(rows.get(i).kind().text()).append(" |");
      for (Cost cost : costs.get(i)) {
        table.append(' ').append(cost).append(" |");
      }
      table.append('\n');
    }
    return table.toString();
  }
}
