/** Hash functions of several libraries, called in the same way and measured by JMH. */
@NullMarked
package io.vitrine.bench.hash;

import org.jspecify.annotations.NullMarked;
