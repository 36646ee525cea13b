@NullMarked
package io.vitrine.bench;

import org.jspecify.annotations.NullMarked;
