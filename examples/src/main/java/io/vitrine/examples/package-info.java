/**
 * One small program per use, and the command line with the demo on real data. Not null-marked: the
 * programs are what a user compiles, who need not have the annotations.
 */
package io.vitrine.examples;
