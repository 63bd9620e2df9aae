/**
 * Pictures, as SVG text that stands alone: readable in light and dark pages, without scripts, fonts
 * or links; and as plain text.
 *
 * <pre>
 *   Algorithm, size --> schedules  --> SchedulePicture   ranks as lanes, rounds as columns
 *                                  --> ScheduleText      a line for each round
 *   Topology, size  --> send lists --> TopologyPicture   ranks on a circle
 * </pre>
 *
 * Everything is computed from what is run, so no picture can be out of date.
 */
package io.papilio.core.draw;
