/** What is made of the results of a run: read again, compared with another run, drawn. */
@NullMarked
package io.vitrine.bench.report;

import org.jspecify.annotations.NullMarked;
