/** Single calls, measured by JMH. */
@NullMarked
package io.vitrine.bench.call;

import org.jspecify.annotations.NullMarked;
