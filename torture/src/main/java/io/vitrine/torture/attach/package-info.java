/** Processes that attach and detach. */
@org.jspecify.annotations.NullMarked
package io.vitrine.torture.attach;
