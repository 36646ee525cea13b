/**
 * The wire without a socket: the data model, its text form, messages and how they are framed.
 *
 * <p>A {@link io.vitrine.remote.wire.Message} is the same in every encoding; a {@link
 * io.vitrine.remote.wire.WireCodec} is one encoding of it.
 */
@NullMarked
package io.vitrine.remote.wire;

import org.jspecify.annotations.NullMarked;
