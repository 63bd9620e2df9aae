package io.papilio.spark.variable;

import java.io.Serializable;
import java.util.function.BinaryOperator;

/**
 * Makes one element of two, of any type. It must not change them, nor may it matter in which order
 * elements are combined. Several threads call it at once, for different elements.
 */
@FunctionalInterface
public interface Combine<E> extends BinaryOperator<E>, Serializable {}
