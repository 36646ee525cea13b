/** The command that measures Vitrine against what else there is. */
@NullMarked
package io.vitrine.bench;

import org.jspecify.annotations.NullMarked;
