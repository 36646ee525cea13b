/** Fuzzing of what reads the wire. */
@NullMarked
package io.vitrine.torture.fuzz;

import org.jspecify.annotations.NullMarked;
