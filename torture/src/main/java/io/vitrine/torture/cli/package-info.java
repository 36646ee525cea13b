/** The command {@code vitrine torture} and the list of its tortures. */
@org.jspecify.annotations.NullMarked
package io.vitrine.torture.cli;
