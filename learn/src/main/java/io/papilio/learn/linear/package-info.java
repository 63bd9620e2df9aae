/** Linear models: losses, and the ways to minimise them on many workers. */
package io.papilio.learn.linear;
