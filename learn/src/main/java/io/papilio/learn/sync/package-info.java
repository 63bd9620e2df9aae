/** How workers that learn keep their weights together. */
package io.papilio.learn.sync;
