/**
 * What models and optimizers can be told, by name.
 *
 * <pre>
 *   a model family, an optimizer  --declares-->  Setting: l2, epochs, batch ...
 *   a command line, Java, Spark   --gives----->  Settings: l2=0.5, epochs=3
 * </pre>
 *
 * <p>Whoever declares a setting says what it means and which values it takes, once. Commands,
 * programs and Spark only pass names and values on.
 */
package io.papilio.learn.setting;
