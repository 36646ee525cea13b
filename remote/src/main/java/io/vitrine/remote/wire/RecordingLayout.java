package io.vitrine.remote.wire;

import java.util.Arrays;

/**
 * A file of messages, in text or binary; both say the same.
 *
 * <pre>
 * text    a message as on the wire, with a document before it:
 *         --- !!recorded {at: "2026-01-31T12:00:00.123456789Z", connection: 3, from: client}
 *
 * binary  the preface of the wire, then messages as on the wire, with a frame before each:
 *         offset size field
 *              0    4 word: bits 0-29 length of the body, bits 30 and 31 both set
 *              4      body: the same map
 *
 * field       value
 * at          when, in UTC
 * connection  number of the connection, from 1
 * from        client or server
 * lost        how many messages before this one are missing; left out for none
 * </pre>
 *
 * What says when and where may be left out: a stream of messages is a recording as well.
 */
final class RecordingLayout {
  static final String NAME = "recorded";
  static final String AT = "at";
  static final String CONNECTION = "connection";
  static final String FROM = "from";
  static final String LOST = "lost";
  static final String CLIENT = "client";
  static final String SERVER = "server";

  static final byte[] TEXT_MARK = YamlWriter.ascii("--- !!" + NAME + " ");
  static final int MARK_BITS = BinaryLayout.META | BinaryLayout.NOT_COMPLETE;

  private RecordingLayout() {}

  /** Whether text begins with a mark, or is the beginning of one. */
  static boolean isMarked(byte[] text) {
    int begin = Math.min(text.length, TEXT_MARK.length);
    return Arrays.equals(text, 0, begin, TEXT_MARK, 0, begin);
  }
}
