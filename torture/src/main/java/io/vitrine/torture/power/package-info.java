/** {@code vitrine torture power}: stores that lose their power. */
@NullMarked
package io.vitrine.torture.power;

import org.jspecify.annotations.NullMarked;
