@NullMarked
package io.vitrine.collections;

import org.jspecify.annotations.NullMarked;
