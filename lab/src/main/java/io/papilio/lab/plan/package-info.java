/** What algorithms and topologies cost, counted and priced without running them. */
package io.papilio.lab.plan;
