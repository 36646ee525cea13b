package io.vitrine.remote.wire;

import io.vitrine.store.TypedValue;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How much room values of the data model take on the wire, roughly. Stateless. */
public final class ModelRoom {
  private ModelRoom() {}

  /**
   * Estimates one value.
   *
   * @param model a value of the data model
   * @return bytes, roughly
   */
  public static long of(@Nullable Object model) {
    return switch (model) {
      case null -> 4;
      case String text -> text.length() + 2L;
      case byte[] bytes -> bytes.length * 4L / 3 + 12;
      case List<?> list -> {
        long room = 2;
        for (Object element : list) {
          room += of(element) + 2;
        }
        yield room;
      }
      case Map<?, ?> map -> {
        long room = 2;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          room += of(entry.getKey()) + of(entry.getValue()) + 4;
        }
        yield room;
      }
      case TypedValue typed -> typed.name().length() + 2 + of(typed.content());
      default -> 12;
    };
  }
}
