/** Training as a whole: one worker's part of it, and the model that comes of it. */
package io.papilio.learn.train;
