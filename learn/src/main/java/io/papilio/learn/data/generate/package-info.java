/**
 * Made-up examples, for tests, benchmarks and first steps. Every row is a function of the seed and
 * its number alone.
 *
 * <pre>
 *   TopicGenerator     texts of two classes
 *   ClassesGenerator   texts of many classes
 *   ClickGenerator     showings of advertisements, hashed
 *   Patches            parts of images
 *   Draws              random numbers that are the same on every machine
 * </pre>
 */
package io.papilio.learn.data.generate;
