package io.vitrine.bench.net;

import io.vitrine.remote.client.ClientOptions;
import io.vitrine.remote.wire.WireEncoding;

/**
 * How a client is connected. Immutable.
 *
 * @param encoding of what Vitrine speaks
 * @param busyPoll whether what comes is looked for all the time, by those that can
 * @param callbacksInPlace whether Vitrine's event loop completes futures and tells subscribers, as
 *     those of the other systems do
 */
public record Wiring(WireEncoding encoding, boolean busyPoll, boolean callbacksInPlace) {
  ClientOptions options() {
    return ClientOptions.DEFAULT
        .withEncoding(encoding)
        .withBusyPoll(busyPoll)
        .withCallbacksInPlace(callbacksInPlace);
  }
}
