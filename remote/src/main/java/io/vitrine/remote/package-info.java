@NullMarked
package io.vitrine.remote;

import org.jspecify.annotations.NullMarked;
