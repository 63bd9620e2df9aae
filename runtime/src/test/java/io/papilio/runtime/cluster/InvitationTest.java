package io.papilio.runtime.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.papilio.runtime.membership.Heartbeat;
import io.papilio.runtime.transport.process.Endpoint;
import io.papilio.runtime.transport.process.NetOptions;
import io.papilio.runtime.transport.process.NetOptions.Sharing;
import io.papilio.runtime.transport.shm.ShmFolder;
import io.papilio.runtime.transport.tls.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** What a process is told, there and back; and lines that are no invitation. */
class InvitationTest {
  private static final NetOptions OPTIONS =
      Invitation.local(Sharing.ALWAYS)
          .options()
          .withThrottle(25e6)
          .withFolder(new ShmFolder(Path.of("/dev/shm/a folder")))
          .withTls(new TlsFiles(Path.of("c.pem"), Path.of("k.pem"), Path.of("a.pem")));
  private static final Invitation FULL =
      Invitation.local()
          .withOptions(OPTIONS)
          .withRendezvous(Endpoint.parse("[::1]:4000 memory=5f pid=7 cores=2"))
          .withHeartbeat(new Heartbeat(Duration.ofMillis(50), Duration.ofSeconds(1)));

  @Example
  void shouldReadWhatItWrites() {
    List<Invitation> invitations = new ArrayList<>(List.of(FULL));
    for (Sharing sharing : Sharing.values()) {
      invitations.add(Invitation.local(sharing));
    }
    for (Invitation invitation : invitations) {
      for (int rank : new int[] {0, 1, 7, Integer.MAX_VALUE}) {
        List<String> lines = invitation.lines(rank);
        assertEquals(invitation, Invitation.parse(lines));
        assertEquals(rank, Invitation.rank(lines));
        assertTrue(lines.stream().noneMatch(String::isBlank), "a blank line ends them");
      }
    }
    assertEquals("local", Invitation.local(Sharing.AUTO).options().credentials().job());
  }

  @Example
  void shouldSayWhatIsMissingOrWrong() {
    List<String> lines = FULL.lines(3);
    for (int i = 0; i < lines.size(); i++) {
      String key = lines.get(i).substring(0, lines.get(i).indexOf(' '));
      List<String> fewer = new ArrayList<>(lines);
      fewer.remove(i);
      if (key.equals("rank")) {
        assertEquals("an invitation without rank", failure(() -> Invitation.rank(fewer)));
      } else if (!List.of("certificate", "interval").contains(key)) { // or there is no TLS
        assertEquals("an invitation without " + key, failure(() -> Invitation.parse(fewer)));
      }
      List<String> wrong = new ArrayList<>(lines);
      wrong.set(i, key + " \0");
      if (!List.of("rank", "job", "secret").contains(key)) {
        String failure = failure(() -> Invitation.parse(wrong));
        assertEquals("an invitation with " + key + " \0", failure);
      }
    }
    assertEquals("an invitation with rank x", failure(() -> Invitation.rank(List.of("rank x"))));
  }

  private static String failure(Runnable action) {
    return assertThrows(IllegalArgumentException.class, action::run).getMessage();
  }

  @Example
  void shouldRefuseLineBreaks() {
    Invitation broken =
        FULL.withOptions(OPTIONS.withFolder(new ShmFolder(Path.of("/tmp/a\nsecret b"))));
    assertThrows(IllegalArgumentException.class, () -> broken.lines(0));
  }

  /** Neither by its text, nor when its line is damaged. */
  @Example
  void shouldNotTellTheSecret() {
    assertFalse(FULL.toString().contains(OPTIONS.credentials().secret()), FULL::toString);
    List<String> lines = new ArrayList<>(FULL.lines(0));
    lines.replaceAll(line -> line.replace("secret ", "secret"));
    assertFalse(failure(() -> Invitation.parse(lines)).contains(OPTIONS.credentials().secret()));
  }

  @Property(tries = 300, seed = "23")
  void shouldReadWhatWasChangedOrRefuseIt(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int changes) {
    SplittableRandom random = new SplittableRandom(seed);
    List<String> lines = new ArrayList<>(FULL.lines(5));
    String signs = "019 -:.PTSx\0é";
    for (int i = 0; i < changes && !lines.isEmpty(); i++) {
      int at = random.nextInt(lines.size());
      StringBuilder line = new StringBuilder(lines.get(at));
      char sign = signs.charAt(random.nextInt(signs.length()));
      switch (random.nextInt(4)) {
        case 0 -> lines.remove(at);
        case 1 -> lines.set(at, line.insert(random.nextInt(line.length()), sign).toString());
        case 2 -> lines.set(at, line.substring(0, random.nextInt(line.length())));
        default -> line.setCharAt(random.nextInt(line.length()), sign);
      }
      if (at < lines.size() && lines.get(at).isEmpty()) {
        lines.remove(at);
      }
    }
    parse(lines);
  }

  @Property(tries = 200, seed = "24")
  void shouldReadAnythingOrRefuseIt(@ForAll List<String> lines) {
    parse(lines);
  }

  private static void parse(List<String> lines) {
    try {
      Invitation.parse(lines);
      Invitation.rank(lines);
    } catch (IllegalArgumentException e) {
      assertTrue(e.getMessage() != null);
    }
  }
}
