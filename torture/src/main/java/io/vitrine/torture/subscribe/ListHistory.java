package io.vitrine.torture.subscribe;

import io.vitrine.store.Change;
import io.vitrine.torture.TortureFailure;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads what a change in the log made of a list of longs, by the tables of {@code
 * docs/collections.md}. For one thread.
 */
final class ListHistory {
  private static final long HEAD = 0;
  private static final long EVENTS = -1;
  private static final int TOLD_APART = 4;
  private static final int INSERTED = 1;
  private static final int REMOVED = 2;
  private static final int ELEMENT_BYTES = 8;

  private final byte[] bytes;
  private int at;

  private ListHistory(byte[] bytes) {
    this.bytes = bytes;
  }

  /** What happened to single elements, in order; the key is the index. */
  static List<Happening> of(Change change) {
    long key = ChangeBytes.number(ChangeBytes.key(change), 0);
    if ((key != HEAD && key != EVENTS) || change.newLength() < 0) {
      return List.of();
    }
    var reader = new ListHistory(ChangeBytes.after(change));
    var found = new ArrayList<Happening>();
    if (key == EVENTS) {
      long count = reader.number();
      while (reader.at < reader.bytes.length) {
        reader.run(found);
      }
      if (found.size() != count) {
        throw new TortureFailure("told " + count + " events of a list, found " + found.size());
      }
    } else if (reader.passHead()) {
      reader.run(found);
    }
    // The places count up to that of the change.
    var placed = new ArrayList<Happening>();
    long place = change.place() - found.size();
    for (Happening one : found) {
      place++;
      placed.add(new Happening(place, change.revision(), one.key(), one.before(), one.after()));
    }
    return placed;
  }

  /** Whether a run follows. */
  private boolean passHead() {
    at++; // format
    int what = bytes[at++];
    for (int i = 0; i < 5; i++) {
      number(); // structure, next node, elements in the tree, root, level
    }
    long retired = number();
    for (long i = 1; i < retired; i++) {
      number();
    }
    int tail = (int) number(); // which moves on, too
    at += tail * ELEMENT_BYTES;
    return what > 0 && what != TOLD_APART;
  }

  private void run(List<Happening> found) {
    int kind = bytes[at++];
    long index = number();
    int count = (int) number();
    int before = at;
    at += kind == INSERTED ? 0 : count * ELEMENT_BYTES;
    int after = at;
    at += kind == REMOVED ? 0 : count * ELEMENT_BYTES;
    for (int i = 0; i < count; i++) {
      long where = kind == REMOVED ? index : index + i;
      @Nullable Long old =
          kind == INSERTED ? null : ChangeBytes.number(bytes, before + i * ELEMENT_BYTES);
      @Nullable Long now =
          kind == REMOVED ? null : ChangeBytes.number(bytes, after + i * ELEMENT_BYTES);
      found.add(new Happening(0, 0, Long.toString(where), old, now));
    }
  }

  private long number() {
    long number = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = bytes[at++];
      number |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return number;
      }
    }
  }
}
