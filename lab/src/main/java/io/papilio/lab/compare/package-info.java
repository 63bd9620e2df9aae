/**
 * One training under several strategies: a {@code ComparisonRunner} runs the cases, a {@code
 * Comparison} says what they took, and a {@code ComparisonReport} shows it in a browser.
 */
package io.papilio.lab.compare;
