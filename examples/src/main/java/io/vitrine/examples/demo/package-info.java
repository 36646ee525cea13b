/**
 * The demo: airports and flights of January 2001, loaded, replayed, watched and checked by several
 * processes that share one map. {@link io.vitrine.examples.demo.DemoProvider} is the door.
 */
@NullMarked
package io.vitrine.examples.demo;

import org.jspecify.annotations.NullMarked;
