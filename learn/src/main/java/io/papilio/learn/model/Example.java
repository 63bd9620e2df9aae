package io.papilio.learn.model;

/** One example to learn from or to judge by, as a program has it. */
public record Example(double label, Row row) {}
