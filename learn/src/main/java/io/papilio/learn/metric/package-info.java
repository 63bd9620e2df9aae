/** What a model is worth: its scores on examples, and the numbers that sum them up. */
package io.papilio.learn.metric;
