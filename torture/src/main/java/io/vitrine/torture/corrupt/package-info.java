/** The torture {@code corrupt}: damages the files of stores in every way. */
@org.jspecify.annotations.NullMarked
package io.vitrine.torture.corrupt;
