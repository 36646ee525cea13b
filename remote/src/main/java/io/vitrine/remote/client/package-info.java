/** A catalogue on a server with the interface of one in this process. */
@NullMarked
package io.vitrine.remote.client;

import org.jspecify.annotations.NullMarked;
