package io.vitrine.store;

import org.jspecify.annotations.Nullable;

/**
 * A value of the data model that carries the name of its type: how a record or an enum looks to
 * somebody who does not have its class. Immutable if its content is.
 *
 * @param name name of the type, as registered
 * @param content a map (field name to value, in order), a list or a scalar of the data model
 */
public record TypedValue(String name, @Nullable Object content) {}
