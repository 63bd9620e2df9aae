/** Ways to minimise an objective over the rows of all workers, whatever model they are of. */
package io.papilio.learn.optimize;
