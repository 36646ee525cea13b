/** One small program per use, and the command line with the demo on real data. */
@NullMarked
package io.vitrine.examples;

import org.jspecify.annotations.NullMarked;
