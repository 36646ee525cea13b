/**
 * Imports files of Chronicle Map: a program of its own, since that library needs flags for the JVM,
 * which the manifest of its jar carries.
 */
@NullMarked
package io.vitrine.chronicle;

import org.jspecify.annotations.NullMarked;
