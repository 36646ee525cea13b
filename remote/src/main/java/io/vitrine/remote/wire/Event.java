package io.vitrine.remote.wire;

import org.jspecify.annotations.Nullable;

/**
 * One event of a message: a request, an answer or something that happened. Immutable if its
 * argument is.
 *
 * @param name for example {@code put} or {@code reply}
 * @param argument any value of the data model
 */
public record Event(String name, @Nullable Object argument) {}
