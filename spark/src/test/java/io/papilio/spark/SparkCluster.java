package io.papilio.spark;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.network.util.JavaUtils;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A real cluster on loopback: this process is the driver, and each executor a process of its own,
 * which Spark starts anew when it is killed. There is no distribution of Spark: a folder with links
 * to the jars of this class path does as well.
 *
 * <p>A JVM can have only one at a time. Tests take {@link #shared} unless they need settings of
 * their own, because a start takes seconds.
 */
public final class SparkCluster implements AutoCloseable {
  private static final String MEMORY = "768m";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration LOOK = Duration.ofMillis(20);

  private static SparkCluster shared;

  private final int executors;
  private final Path home;
  private final SparkSession session;

  /** Closes the shared cluster after the last test; JUnit finds it as a service. */
  public static final class Closer implements BeforeAllCallback {
    @Override
    public void beforeAll(ExtensionContext context) {
      context
          .getRoot()
          .getStore(ExtensionContext.Namespace.GLOBAL)
          .getOrComputeIfAbsent(Closer.class, key -> (AutoCloseable) SparkCluster::closeShared);
    }
  }

  private SparkCluster(int executors, int cores, Map<String, String> conf) throws IOException {
    this.executors = executors;
    this.home = Path.of(System.getenv("SPARK_HOME"));
    delete(home);
    collectJars(Files.createDirectories(home.resolve("jars")));
    Path temporary = Files.createDirectories(home.resolve("tmp")); // the killed leave files
    long memory = JavaUtils.byteStringAsMb(conf.getOrDefault("spark.executor.memory", MEMORY));
    SparkSession.Builder builder =
        SparkSession.builder()
            .appName("test")
            .master("local-cluster[%d,%d,%d]".formatted(executors, cores, memory))
            .config("spark.executor.memory", memory + "m")
            .config(
                "spark.executor.extraJavaOptions",
                "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Djava.io.tmpdir=" + temporary)
            .config("spark.local.dir", home.resolve("local").toString())
            .config("spark.sql.shuffle.partitions", Integer.toString(executors * cores))
            .config("spark.sql.warehouse.dir", home.resolve("warehouse").toString())
            .config("spark.ui.enabled", "false");
    conf.forEach(builder::config);
    this.session = builder.getOrCreate();
    awaitExecutors();
  }

  /** A cluster of one's own; the shared one makes room for it. */
  public static synchronized SparkCluster start(
      int executors, int cores, Map<String, String> conf) {
    closeShared();
    try {
      return new SparkCluster(executors, cores, conf);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Three executors of two cores for all who need no other; all are alive when it returns. */
  public static synchronized SparkCluster shared() {
    if (shared == null) {
      shared = start(3, 2, Map.of("spark.plugins", PapilioPlugin.class.getName()));
    }
    shared.awaitExecutors();
    return shared;
  }

  static synchronized void closeShared() {
    SparkCluster cluster = shared;
    shared = null;
    if (cluster != null) {
      cluster.close();
    }
  }

  public JavaSparkContext context() {
    return JavaSparkContext.fromSparkContext(session.sparkContext());
  }

  public SparkSession session() {
    return session;
  }

  /** Returns when there are as many executors as there should be, and the driver knows them. */
  public void awaitExecutors() {
    await(
        () -> {
          Set<String> alive = executorPids().keySet();
          return alive.size() == executors && alive.equals(registered());
        },
        "executors %s of %d".formatted(executorPids(), executors));
  }

  private Set<String> registered() {
    return Set.copyOf(CollectionConverters.asJava(session.sparkContext().getExecutorIds()));
  }

  /** The processes that live, by the number that the driver gave to the executor. */
  public Map<String, Long> executorPids() {
    Map<String, Long> pids = new TreeMap<>();
    ProcessHandle.current()
        .descendants()
        .filter(ProcessHandle::isAlive)
        .forEach(
            process -> {
              List<String> arguments = List.of(process.info().arguments().orElse(new String[0]));
              int option = arguments.indexOf("--executor-id");
              if (option >= 0) {
                pids.put(arguments.get(option + 1), process.pid());
              }
            });
    return pids;
  }

  /** Lets the process of an executor stand still, or go on. */
  public void signal(String executor, String signal) {
    try {
      String pid = executorPids().get(executor).toString();
      int exit = new ProcessBuilder("kill", "-" + signal, pid).inheritIO().start().waitFor();
      if (exit != 0) {
        throw new IllegalStateException("kill has ended with " + exit);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Ends the process of an executor at once, without a word to anybody. */
  public void kill(String executor) {
    ProcessHandle process = ProcessHandle.of(executorPids().get(executor)).orElseThrow();
    process.destroyForcibly();
    process.onExit().orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  @Override
  public void close() {
    session.stop();
    await(() -> executorPids().isEmpty(), "executors left after the end");
    try {
      delete(home);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Looks again and again, for two minutes at most. */
  static void await(BooleanSupplier condition, String what) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("after " + PATIENCE + ": " + what);
      }
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  /** Executors take all jars of the folder; folders of classes become jars. */
  private static void collectJars(Path jars) throws IOException {
    String[] entries = System.getProperty("java.class.path").split(File.pathSeparator);
    for (int i = 0; i < entries.length; i++) {
      Path entry = Path.of(entries[i]);
      Path jar = jars.resolve("%03d-%s".formatted(i, entry.getFileName()));
      if (Files.isDirectory(entry)) {
        pack(entry, jars.resolve(jar.getFileName() + ".jar"));
      } else if (Files.exists(entry)) {
        Files.createSymbolicLink(jar, entry);
      }
    }
  }

  /** Makes a jar of a folder of classes. */
  static void pack(Path folder, Path jar) throws IOException {
    Map<String, String> options = Map.of("create", "true", "compressionMethod", "STORED");
    try (FileSystem zip = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), options);
        Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        Path target = zip.getPath(folder.relativize(path).toString());
        if (target.getParent() != null) {
          Files.createDirectories(target.getParent());
        }
        Files.copy(path, target);
      }
    }
  }

  /** Spark's workers may still be deleting there too. */
  private static void delete(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes about)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException e)
              throws IOException {
            Files.deleteIfExists(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
