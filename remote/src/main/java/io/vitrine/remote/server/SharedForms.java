package io.vitrine.remote.server;

import io.vitrine.remote.wire.WireCodec;
import io.vitrine.remote.wire.WireEncoding;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What the last events look like on the wire, for all connections of a server that speak the same
 * encoding: whoever is first to tell of an event encodes it, the others send the same bytes. Safe
 * for any number of threads.
 *
 * <p>Known by the object itself, since what a subscriber is told depends on its filter, its mapping
 * and its options: only where these make no difference do several get the same object. So it is
 * with lists of events, which look the same only to those who asked by the same number, too. All
 * slots together hold some 8 MiB at the most.
 */
final class SharedForms {
  private static final int SLOTS = 1 << 10;

  /** Longer ones are encoded for each connection anew. */
  private static final int BYTES_MAX = 4 << 10;

  private static final int LISTS = 64;
  private static final int LIST_BYTES_MAX = 64 << 10;

  private static final class JoinedForm {
    private final List<?> items;
    private final WireCodec codec;
    private final long tid;
    private final byte[] answers;

    JoinedForm(List<?> items, WireCodec codec, long tid, byte[] answers) {
      this.items = items;
      this.codec = codec;
      this.tid = tid;
      this.answers = answers;
    }
  }

  private static final class Form {
    private final Object item;
    private final WireCodec codec;
    private final byte[] body;

    Form(Object item, WireCodec codec, byte[] body) {
      this.item = item;
      this.codec = codec;
      this.body = body;
    }
  }

  private final AtomicReferenceArray<@Nullable Form> slots = new AtomicReferenceArray<>(SLOTS);

  private final AtomicReferenceArray<@Nullable JoinedForm> lists =
      new AtomicReferenceArray<>(LISTS);

  private static int slot(long revision, WireCodec codec) {
    int place = codec.encoding() == WireEncoding.CBOR ? 1 : 0; // both may be asked for
    return (int) (((revision + place) * 0x9E37_79B9_7F4A_7C15L) >>> 54);
  }

  /** The form of an item, which tells of a revision; null if it is not here. */
  @SuppressWarnings("ReferenceEquality") // See the comment of the class.
  byte @Nullable [] find(Object item, long revision, WireCodec codec) {
    Form form = slots.get(slot(revision, codec));
    return form != null && form.item == item && form.codec == codec ? form.body : null;
  }

  void add(Object item, long revision, WireCodec codec, byte[] body) {
    if (body.length <= BYTES_MAX) {
      slots.set(slot(revision, codec), new Form(item, codec, body));
    }
  }

  private static int listSlot(long revision, WireCodec codec, long tid) {
    int place = codec.encoding() == WireEncoding.CBOR ? 1 : 0;
    return (int) (((revision + place + tid * 31) * 0x9E37_79B9_7F4A_7C15L) >>> 58);
  }

  /**
   * The answers that tell all items of a list.
   *
   * @param revision that of the last one
   * @return null if they are not here
   */
  @SuppressWarnings("ReferenceEquality") // See the comment of the class.
  byte @Nullable [] find(List<?> items, long revision, WireCodec codec, long tid) {
    JoinedForm form = lists.get(listSlot(revision, codec, tid));
    return form != null && form.items == items && form.codec == codec && form.tid == tid
        ? form.answers
        : null;
  }

  void add(List<?> items, long revision, WireCodec codec, long tid, byte[] answers) {
    if (answers.length <= LIST_BYTES_MAX) {
      lists.set(listSlot(revision, codec, tid), new JoinedForm(items, codec, tid, answers));
    }
  }
}
