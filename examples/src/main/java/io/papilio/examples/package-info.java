/** One idea a file, each run by a test. */
package io.papilio.examples;
