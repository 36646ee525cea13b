/**
 * The store: persisted hash maps in mapped files that all JVMs of a machine share, with one change
 * log for all of them.
 */
@NullMarked
package io.vitrine.store;

import org.jspecify.annotations.NullMarked;
