/** Processes that are killed and paused while they write. */
@org.jspecify.annotations.NullMarked
package io.vitrine.torture.kill;
