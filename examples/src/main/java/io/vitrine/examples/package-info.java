@NullMarked
package io.vitrine.examples;

import org.jspecify.annotations.NullMarked;
