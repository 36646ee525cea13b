/** Stores as large as they may get. */
@org.jspecify.annotations.NullMarked
package io.vitrine.torture.size;
