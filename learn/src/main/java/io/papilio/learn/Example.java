package io.papilio.learn;

import io.papilio.learn.model.Row;

/** One example to learn from, as a program has it. */
public record Example(double label, Row row) {}
