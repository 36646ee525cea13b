/** The evaluation of hash strategies: {@code vitrine hash}. */
@NullMarked
package io.vitrine.evaluation;

import org.jspecify.annotations.NullMarked;
