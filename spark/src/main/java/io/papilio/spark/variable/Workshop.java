package io.papilio.spark.variable;

import io.papilio.runtime.communicator.Codec;
import java.util.concurrent.Executor;

/**
 * What a process has to work with, besides its links.
 *
 * @param order does one thing after the other, in the order in which they come
 * @param pool does many things at once
 * @param lanes how many
 * @param codec makes bytes of elements of any type
 */
public record Workshop(Executor order, Executor pool, int lanes, Codec<Object[]> codec) {}
