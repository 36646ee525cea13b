/** What all tortures have in common: options, seed, counts, verdict. */
@org.jspecify.annotations.NullMarked
package io.vitrine.torture;
