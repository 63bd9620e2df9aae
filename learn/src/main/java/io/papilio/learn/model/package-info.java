/** Models: what comes of a training, and how it is kept. */
package io.papilio.learn.model;
