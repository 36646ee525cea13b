package io.vitrine.remote.client;

import io.vitrine.remote.wire.FrameLimits;
import io.vitrine.remote.wire.WireCodec;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client holds its messages to: what the server says it takes. Beyond that it would refuse
 * and close the connection. Stateless.
 */
final class SentLimits {
  private SentLimits() {}

  /**
   * What encodes for a server.
   *
   * @param known what encoded until now
   * @param options the client's own limits, which count as well
   * @param told the limits in the answer to hello
   */
  static WireCodec narrow(WireCodec known, ClientOptions options, @Nullable Object told) {
    FrameLimits own = options.frame();
    int bytes = least(own.frameBytesMax(), told, "frameBytes");
    int levels = least(own.nestingMax(), told, "nesting");
    return bytes == known.limits().frameBytesMax() && levels == known.limits().nestingMax()
        ? known
        : options.encoding().codec(new FrameLimits(bytes, levels, own.silenceMillis()));
  }

  private static int least(int own, @Nullable Object limits, String name) {
    return limits instanceof Map<?, ?> map && map.get(name) instanceof Long limit && limit > 0
        ? (int) Math.min(own, limit)
        : own;
  }
}
