package io.vitrine.remote.client;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way to its answer. Immutable but for the answer.
 *
 * @param tid its number
 * @param frame the encoded message, to be sent again after a lost connection
 * @param told how many calls without answer were sent before it: its answer confirms them
 * @param repeatable whether doing it twice does no harm
 * @param answer what comes back; its failures are exceptions of {@link RemoteFailures}
 */
record Call(
    long tid,
    byte[] frame,
    long told,
    boolean repeatable,
    CompletableFuture<@Nullable Object> answer) {}
