package io.papilio.runtime.launch;

import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A worker that does what its life line says, one order a line. */
final class ObedientWorker {
  /** For JVMs that live for a blink. */
  static final List<String> JVM_OPTIONS =
      List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private ObedientWorker() {}

  static WorkerSpec spec() {
    return new WorkerSpec(ObedientWorker.class.getName(), List.of(), JVM_OPTIONS);
  }

  public static void main(String[] arguments) throws Exception {
    for (String order : LifeLine.open().lines()) {
      String[] words = order.split(" ", 2);
      switch (words[0]) {
        case "say" -> System.out.println(words[1]);
        case "mutter" -> System.out.print(words[1]); // and System.out holds nothing back
        case "count" -> count(Integer.parseInt(words[1]));
        case "pid" -> System.out.println(ProcessHandle.current().pid());
        case "farewell" -> atTheEnd(() -> System.out.println("bye"));
        case "stubborn" -> atTheEnd(ObedientWorker::waitForEver);
        case "child" -> child();
        case "wait" -> waitForEver();
        case "exit" -> System.exit(Integer.parseInt(words[1]));
        default -> throw new IllegalArgumentException(order);
      }
    }
  }

  private static void count(int numbers) {
    for (int i = 0; i < numbers; i++) {
      System.out.println("out " + i);
      System.err.println("err " + i);
    }
  }

  private static void atTheEnd(Runnable action) {
    Runtime.getRuntime().addShutdownHook(new Thread(action));
  }

  private static void child() throws Exception {
    Process child = new ProcessBuilder("sleep", "600").inheritIO().start();
    System.out.println(child.pid());
  }

  private static void waitForEver() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
