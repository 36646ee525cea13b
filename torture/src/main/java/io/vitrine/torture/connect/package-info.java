/** Many connections at once. */
@org.jspecify.annotations.NullMarked
package io.vitrine.torture.connect;
