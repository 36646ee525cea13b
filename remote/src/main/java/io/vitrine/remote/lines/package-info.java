/**
 * Maps as text, an entry a line: for backups that people and other tools can read, and for moving
 * data from one store to another.
 */
@NullMarked
package io.vitrine.remote.lines;

import org.jspecify.annotations.NullMarked;
