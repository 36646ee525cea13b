/** The protocols of the store under jcstress. */
@org.jspecify.annotations.NullMarked
package io.vitrine.torture.jcstress;
