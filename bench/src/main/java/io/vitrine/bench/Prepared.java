package io.vitrine.bench;

import io.vitrine.bench.peer.Shape;
import java.nio.file.Path;

/**
 * Maps, one of each system, that several measurements use. Immutable.
 *
 * @param where the folder below which their files lie
 * @param shape what they hold
 * @param compact whether they are maps of numbers
 */
record Prepared(Path where, Shape shape, boolean compact) {}
