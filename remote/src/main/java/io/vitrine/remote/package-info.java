/**
 * Reaching collections from far: {@link io.vitrine.remote.server.VitrineServer} serves a catalogue,
 * {@link io.vitrine.remote.client.VitrineClient} gives the same interface over a connection.
 */
@NullMarked
package io.vitrine.remote;

import org.jspecify.annotations.NullMarked;
