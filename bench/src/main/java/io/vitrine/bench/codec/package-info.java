/** One message in the encodings of several systems. */
@org.jspecify.annotations.NullMarked
package io.vitrine.bench.codec;
