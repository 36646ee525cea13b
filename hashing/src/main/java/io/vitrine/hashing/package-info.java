/**
 * Hash strategies: interchangeable 64-bit hash functions over numbers, arrays, text and segments.
 */
@NullMarked
package io.vitrine.hashing;

import org.jspecify.annotations.NullMarked;
