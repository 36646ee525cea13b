/** The systems that are measured, behind one face. */
@NullMarked
package io.vitrine.bench.peer;

import org.jspecify.annotations.NullMarked;
