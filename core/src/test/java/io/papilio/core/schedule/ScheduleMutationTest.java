package io.papilio.core.schedule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.core.schedule.Plan.Place;
import java.util.EnumSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/**
 * Changes one thing in a correct set of schedules, anything anywhere: the verifier must notice.
 *
 * <p>Some changes do no harm: a message without elements that is not a barrier's may be left out,
 * the root of a reduce may add in any order, a broadcast may serve its peers in any order. Which
 * ones do harm is not guessed here but found by {@linkplain ReferenceCheck running} them.
 */
class ScheduleMutationTest {

  @Provide
  Arbitrary<Case> cases() {
    return Case.ofSizes(2, 9);
  }

  @Provide
  Arbitrary<Case> moreRanks() {
    return Case.ofSizes(2, 18);
  }

  /** Not only the first steps of the first ranks. */
  @Provide
  Arbitrary<Integer> anything() {
    return Arbitraries.integers()
        .between(0, Integer.MAX_VALUE)
        .withDistribution(RandomDistribution.uniform());
  }

  @Provide
  Arbitrary<Mutation> oneSided() {
    return Arbitraries.of(Mutation.ONE_SIDED);
  }

  @Provide
  Arbitrary<Mutation> ofAMessage() {
    return Arbitraries.of(Mutation.DROP_MESSAGE, Mutation.REPEAT_MESSAGE, Mutation.CHANGE_KIND);
  }

  /** Without exception, for a message without elements too. */
  @Property(tries = 1500)
  void shouldRejectWhatOneSideDoesAlone(
      @ForAll("cases") Case drawn,
      @ForAll("oneSided") Mutation mutation,
      @ForAll("anything") int where,
      @ForAll("anything") int how) {
    Plan plan = new Plan(drawn.schedules());
    mutation.apply(plan, place(plan, where), how);
    assertFalse(accepts(drawn.collective(), plan.schedules()));
  }

  /** Every message with elements is needed, once, and as the kind it is: nothing is wasted. */
  @Property(tries = 1500)
  void shouldRejectAnotherUseOfAMessageIffItHasElements(
      @ForAll("cases") Case drawn,
      @ForAll("ofAMessage") Mutation mutation,
      @ForAll("anything") int where) {
    Assume.that(drawn.collective().kind() != Collective.Kind.BARRIER);
    Plan plan = new Plan(drawn.schedules());
    Place place = place(plan, where);
    boolean harmless = plan.at(place).range().isEmpty();
    mutation.apply(plan, place, 0);
    assertEquals(harmless, accepts(drawn.collective(), plan.schedules()));
  }

  @Property(tries = 4000)
  @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
  void shouldRejectAChangeIffItDoesHarm(
      @ForAll("cases") Case drawn,
      @ForAll Mutation mutation,
      @ForAll("anything") int where,
      @ForAll("anything") int how) {
    boolean harmless = assertRejectedIffHarmful(drawn, mutation, where, how);
    Statistics.collect(mutation, harmless);
    Statistics.coverage(
        coverage -> {
          for (Mutation each : EnumSet.complementOf(EnumSet.of(Mutation.SWAP_STEPS))) {
            coverage.check(each, false).count(count -> count > 0);
          }
          coverage.check(Mutation.SWAP_ROUNDS, true).count(count -> count > 0);
        });
  }

  @Property(tries = 300)
  void shouldAcceptWhatIsNotChanged(@ForAll("cases") Case drawn) {
    assertTrue(ReferenceCheck.passes(drawn.collective(), drawn.schedules()));
    assertTrue(accepts(drawn.collective(), drawn.schedules()));
    assertEquals(drawn.schedules(), new Plan(drawn.schedules()).schedules());
  }

  @Tag("full")
  @Property(tries = 50_000)
  void shouldRejectAChangeIffItDoesHarmAmongMoreRanks(
      @ForAll("moreRanks") Case drawn,
      @ForAll Mutation mutation,
      @ForAll("anything") int where,
      @ForAll("anything") int how) {
    assertRejectedIffHarmful(drawn, mutation, where, how);
  }

  private static boolean assertRejectedIffHarmful(
      Case drawn, Mutation mutation, int where, int how) {
    Plan plan = new Plan(drawn.schedules());
    mutation.apply(plan, place(plan, where), how);
    List<Schedule> changed = plan.schedules();
    boolean harmless = ReferenceCheck.passes(drawn.collective(), changed);
    assertEquals(harmless, accepts(drawn.collective(), changed), changed::toString);
    return harmless;
  }

  private static Place place(Plan plan, int where) {
    List<Place> places = plan.places();
    return places.get(where % places.size());
  }

  private static boolean accepts(Collective collective, List<Schedule> schedules) {
    try {
      ScheduleVerifier.verify(collective, schedules);
      return true;
    } catch (ScheduleException e) {
      return false;
    }
  }
}
