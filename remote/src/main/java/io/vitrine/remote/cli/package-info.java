/** The command line program. */
@NullMarked
package io.vitrine.remote.cli;

import org.jspecify.annotations.NullMarked;
