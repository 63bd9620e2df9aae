package io.papilio.runtime.launch;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A worker's end of the pipe that its {@link Launcher} holds.
 *
 * <pre>
 *   host 127.0.0.1:4000    what the launcher has to say, also secrets: nobody else can read it
 *   key 9f86d081
 *                          an empty line
 *   ...                    nothing more, as long as the launcher lives
 *   end of file            it is gone, and so is this worker
 * </pre>
 *
 * <p>The kernel closes the pipe of a process however that process ended, so a worker never outlives
 * its launcher. Standard input is the life line's alone; nothing else in the worker may read it.
 */
public final class LifeLine {
  /** The exit code of a worker whose launcher is gone. */
  public static final int LAUNCHER_GONE = 113;

  private final List<String> lines;

  private LifeLine(List<String> lines) {
    this.lines = lines;
  }

  /**
   * Waits for the launcher's lines; from then on this JVM ends at once if the launcher does. To be
   * called once, before anything else.
   */
  public static LifeLine open() {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    List<String> lines = new ArrayList<>();
    for (String line = next(in); !line.isEmpty(); line = next(in)) {
      lines.add(line);
    }
    Thread holder = new Thread(() -> hold(in), "papilio-life-line");
    holder.setDaemon(true); // a worker that is done ends as if there were no life line
    holder.start();
    return new LifeLine(List.copyOf(lines));
  }

  public List<String> lines() {
    return lines;
  }

  private static void hold(BufferedReader in) {
    while (true) {
      next(in);
    }
  }

  private static String next(BufferedReader in) {
    try {
      String line = in.readLine();
      if (line != null) {
        return line;
      }
    } catch (IOException e) {
      // Somebody closed it here: a launcher that cannot be watched counts as gone.
    }
    end();
    throw new AssertionError("halt does not return");
  }

  /** Past locks, hooks and System.err, any of which might wait for something. */
  private static void end() {
    String last = "papilio: the launcher of this worker is gone, so it ends\n";
    try {
      new FileOutputStream(FileDescriptor.err).write(last.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      // The launcher was the one who read it.
    }
    Runtime.getRuntime().halt(LAUNCHER_GONE);
  }
}
