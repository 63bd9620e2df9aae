package io.papilio.cli.terminal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

class NamesTest {

  private enum Fruit {
    APPLE,
    BLOOD_ORANGE
  }

  private enum Size {
    VERY_SMALL
  }

  private static final class Sizes {
    @Option(names = "--size")
    private Size size;
  }

  @Command(name = "eat")
  private static final class Eat {
    @Parameters private List<Fruit> fruits;

    @Mixin private Sizes sizes;
  }

  @Command(name = "kitchen")
  private static final class Kitchen {
    @Option(names = "--fruit")
    private Fruit fruit;
  }

  private static CommandLine line(Object command) {
    CommandLine line = new CommandLine(command);
    Names.register(line);
    return line;
  }

  @Test
  void shouldTakeConstantsInSmallLettersWithHyphens() {
    Kitchen kitchen = new Kitchen();
    line(kitchen).parseArgs("--fruit", "blood-orange");
    assertEquals(Fruit.BLOOD_ORANGE, kitchen.fruit);
  }

  @Test
  void shouldReachSubcommandsListsAndMixins() {
    Eat eat = new Eat();
    CommandLine line = new CommandLine(new Kitchen());
    line.addSubcommand(eat);
    Names.register(line);
    line.parseArgs("eat", "apple", "blood-orange", "--size", "very-small");
    assertEquals(List.of(Fruit.APPLE, Fruit.BLOOD_ORANGE), eat.fruits);
    assertEquals(Size.VERY_SMALL, eat.sizes.size);
  }

  @Test
  void shouldRefuseOtherSpellingsAndNameTheKnownOnes() {
    CommandLine line = line(new Kitchen());
    for (String text : List.of("BLOOD_ORANGE", "blood_orange", "pear", "")) {
      ParameterException e =
          assertThrows(ParameterException.class, () -> line.parseArgs("--fruit", text));
      String why = "'" + text + "' is none of apple, blood-orange";
      assertTrue(e.getMessage().endsWith(why), e.getMessage());
    }
  }
}
