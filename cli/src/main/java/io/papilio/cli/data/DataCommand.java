package io.papilio.cli.data;

import io.papilio.cli.terminal.CommandGroup;
import io.papilio.cli.terminal.HelpOption;
import io.papilio.cli.terminal.Output;
import io.papilio.cli.terminal.Progress;
import io.papilio.learn.data.DataSummary;
import io.papilio.learn.data.Features;
import io.papilio.learn.data.Generator;
import io.papilio.learn.data.Loading;
import io.papilio.learn.data.Report;
import io.papilio.learn.data.RowBlock;
import io.papilio.learn.data.cache.RowStore;
import io.papilio.learn.data.format.Format;
import io.papilio.learn.data.generate.ClassesGenerator;
import io.papilio.learn.data.generate.ClickGenerator;
import io.papilio.learn.data.generate.Patches;
import io.papilio.learn.data.generate.TopicGenerator;
import io.papilio.learn.data.read.DataReader;
import io.papilio.learn.data.write.RowWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code papilio data}: makes, shows and converts examples. */
@Command(
    name = "data",
    description =
        "Generate examples, describe files of examples, and convert them between formats.",
    subcommands = {DataCommand.Generate.class, DataCommand.Info.class, DataCommand.Convert.class},
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Example:", "  papilio data info train.svm.gz"})
public final class DataCommand extends CommandGroup {
  private static final int BLOCK = 10_000;

  /** What can be made up, named as on the command line. */
  enum GeneratorName {
    RCV1,
    CTR,
    CLASSES
  }

  /** Where rows go. */
  private static final class WriteOptions {
    @Option(
        names = "--out",
        paramLabel = "F",
        required = true,
        description = "File to write; .gz, .bz2 and .zst are compressed.")
    private Path out;

    @Option(
        names = "--to",
        paramLabel = "FORMAT",
        defaultValue = "libsvm",
        description = "Format to write: libsvm, vw or csv (default: ${DEFAULT-VALUE}).")
    private Format format;

    RowWriter open(int features) throws IOException {
      return switch (format) {
        case LIBSVM -> RowWriter.libsvm(out);
        case VW -> RowWriter.vw(out);
        case CSV -> RowWriter.csv(out, features);
        case IDX -> throw new IllegalArgumentException("idx is only read, not written");
      };
    }
  }

  /** {@code papilio data generate}. */
  @Command(
      name = "generate",
      description = {
        "Generate examples; the same seed gives the same examples.",
        "",
        "rcv1: texts of two topics, tf-idf, unit norm. ctr: clicks, hashed pairs of fields, few"
            + " positive. classes: several classes.",
        ""
      },
      footer = {"", "Example:", "  papilio data generate rcv1 --rows 200000 --out train.svm.gz"})
  static final class Generate implements Callable<Integer> {
    @Spec private CommandSpec command;

    @Mixin private HelpOption help;

    @Mixin private WriteOptions target;

    @Parameters(paramLabel = "KIND", description = "rcv1, ctr or classes.")
    private GeneratorName kind;

    @Option(
        names = "--rows",
        paramLabel = "N",
        defaultValue = "20000",
        description = "Number of rows (default: ${DEFAULT-VALUE}).")
    private long rows;

    @Option(
        names = "--first",
        paramLabel = "N",
        defaultValue = "0",
        description =
            "Number of the first row, so that training and test rows come from one seed (default:"
                + " ${DEFAULT-VALUE}).")
    private long first;

    @Option(
        names = "--seed",
        paramLabel = "S",
        defaultValue = "1",
        description = "Seed (default: 1).")
    private long seed;

    @Override
    public Integer call() throws IOException {
      if (rows < 0 || first < 0) {
        throw new IllegalArgumentException("--rows and --first must be 0 or more");
      }
      Generator generator =
          switch (kind) {
            case RCV1 -> new TopicGenerator(seed);
            case CTR -> new ClickGenerator(seed);
            case CLASSES -> new ClassesGenerator(seed);
          };
      long blocks = (rows + BLOCK - 1) / BLOCK;
      try (RowWriter writer = target.open(generator.features());
          Progress progress =
              Progress.of("data generate", blocks, command.commandLine().getErr())) {
        for (long from = 0; from < rows; from += BLOCK) {
          writer.write(generator.rows(first + from, (int) Math.min(BLOCK, rows - from)));
          progress.step();
        }
      }
      return 0;
    }
  }

  /** {@code papilio data info}. */
  @Command(
      name = "info",
      description = "Describe what is in files of examples.",
      footer = {"", "Example:", "  papilio data info 'part-*.vw' --bits 20"})
  static final class Info implements Callable<Integer> {
    @Mixin private Output output;

    @Mixin private DataOptions data;

    @Parameters(paramLabel = "F", arity = "1..*", description = "Files, folders or globs.")
    private List<String> inputs;

    @Override
    public Integer call() throws IOException, InterruptedException {
      output.check();
      DataSummary.Counter counter = new DataSummary.Counter();
      Report report = DataReader.stream(inputs, data.reader(), counter);
      output.show(counter.summary().text(), counter.summary());
      if (report.badLines() > 0) {
        output.warn(
            report.badLines() + " lines were left out; the first: " + report.firstBadLine());
      }
      return 0;
    }
  }

  /** {@code papilio data convert}. */
  @Command(
      name = "convert",
      description = {
        "Read examples of one format and write them in another, or patches of images.",
        ""
      },
      footer = {"", "Example:", "  papilio data convert train.vw --to libsvm --out train.svm.zst"})
  static final class Convert implements Callable<Integer> {
    @Mixin private HelpOption help;

    @Mixin private WriteOptions target;

    @Mixin private DataOptions data;

    @Option(
        names = "--patches",
        paramLabel = "HxW:COUNT",
        converter = Patching.Converter.class,
        description =
            "Write COUNT parts of H x W pixels in place of the images (idx), from random places,"
                + " less their mean; parts of one colour are left out.")
    private Patching patches;

    @Option(
        names = "--seed",
        paramLabel = "S",
        defaultValue = "1",
        description = "Seed of the patches (default: 1).")
    private long seed;

    @Parameters(paramLabel = "F", arity = "1..*", description = "Files, folders or globs.")
    private List<String> inputs;

    @Override
    public Integer call() throws IOException, InterruptedException {
      if (patches != null) {
        writePatches();
        return 0;
      }
      RowStore rows = new RowStore(RowStore.Room.ofHeap(1), Loading.QUIET);
      DataReader.stream(inputs, data.reader(), rows);
      int features = rows.blocks().stream().mapToInt(RowBlock::features).max().orElse(0);
      try (RowWriter writer = target.open(features)) {
        for (RowBlock block : rows.blocks()) {
          writer.write(block.rows());
        }
      }
      return 0;
    }

    private void writePatches() throws IOException {
      if (!data.features().equals(Features.plain())) {
        throw new IllegalArgumentException("--patches goes without --bits and --interact");
      }
      Generator generator =
          new Patches(DataReader.images(inputs), patches.height(), patches.width(), seed);
      try (RowWriter writer = target.open(generator.features())) {
        for (long from = 0; from < patches.count(); from += BLOCK) {
          writer.write(generator.rows(from, (int) Math.min(BLOCK, patches.count() - from)));
        }
      }
    }
  }
}
