/**
 * Collections that anyone may watch: a catalogue of maps whose changes can be subscribed to, the
 * same whether they lie in this process, in another JVM or on a server.
 */
@NullMarked
package io.vitrine.collections;

import org.jspecify.annotations.NullMarked;
