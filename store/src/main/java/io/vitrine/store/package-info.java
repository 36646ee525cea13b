@NullMarked
package io.vitrine.store;

import org.jspecify.annotations.NullMarked;
