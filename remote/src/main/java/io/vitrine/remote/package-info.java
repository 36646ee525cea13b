/** The wire between processes: server, client and the command line. Its packages hold them. */
@NullMarked
package io.vitrine.remote;

import org.jspecify.annotations.NullMarked;
