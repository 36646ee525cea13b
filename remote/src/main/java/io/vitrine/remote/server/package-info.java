/** Serving a catalogue to the network: connections, sessions and every event of the wire. */
@NullMarked
package io.vitrine.remote.server;

import org.jspecify.annotations.NullMarked;
