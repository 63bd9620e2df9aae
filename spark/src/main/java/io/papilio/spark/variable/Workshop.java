package io.papilio.spark.variable;

import io.papilio.runtime.communicator.Codec;
import java.util.concurrent.Executor;

/**
 * What a process has to work with, besides its links.
 *
 * @param pool does many things at once
 * @param lanes how many
 * @param codec makes bytes of elements of any type
 * @param choice which all-reduce is used for vectors of numbers
 */
public record Workshop(Executor pool, int lanes, Codec<Object[]> codec, Choice choice) {}
