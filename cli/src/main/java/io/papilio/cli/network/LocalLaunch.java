package io.papilio.cli.network;

import io.papilio.learn.job.PlaceSpec.Launch;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** What workers are that a command starts itself: threads, or processes of this machine. */
public final class LocalLaunch implements ITypeConverter<Launch> {
  @Override
  public Launch convert(String text) {
    return switch (text) {
      case "threads" -> Launch.THREADS;
      case "processes" -> Launch.PROCESSES;
      default -> throw new TypeConversionException("'" + text + "' is none of threads, processes");
    };
  }
}
