/** What runs in the JVMs of measurements that JMH cannot make. */
@NullMarked
package io.vitrine.bench.fork;

import org.jspecify.annotations.NullMarked;
