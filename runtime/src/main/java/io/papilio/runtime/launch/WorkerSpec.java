package io.papilio.runtime.launch;

import java.util.List;

/**
 * What each worker runs.
 *
 * @param mainClass a class of this JVM's class path; it begins with {@link LifeLine#open}
 * @param arguments what its main method is given; everybody on this machine can read them
 * @param jvmOptions options of its JVM; they win over those that the launcher chooses
 */
public record WorkerSpec(String mainClass, List<String> arguments, List<String> jvmOptions) {
  public WorkerSpec {
    if (mainClass.isBlank()) {
      throw new IllegalArgumentException("a worker needs a main class");
    }
    arguments = List.copyOf(arguments);
    jvmOptions = List.copyOf(jvmOptions);
  }
}
