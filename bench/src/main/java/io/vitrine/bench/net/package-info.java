/** What goes over connections, measured in JVMs of its own beside others. */
@org.jspecify.annotations.NullMarked
package io.vitrine.bench.net;
