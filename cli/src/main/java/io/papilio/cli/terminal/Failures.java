package io.papilio.cli.terminal;

import io.papilio.core.schedule.ScheduleException;
import io.papilio.learn.data.DataException;
import io.papilio.learn.data.Printable;
import io.papilio.runtime.communicator.CollectiveException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The one place where exceptions become a line on the standard error and an exit code.
 *
 * <pre>
 *   ParameterException, IllegalArgumentException, IOException    2   the user can mend it
 *   anything else                                                1   something failed
 * </pre>
 *
 * With {@code -Dpapilio.trace} (through PAPILIO_JAVA_OPTS) the stack trace follows.
 */
public final class Failures implements IParameterExceptionHandler, IExecutionExceptionHandler {
  private static final String DATA = "--data";

  public static final int FAILURE = 1;
  public static final int BAD_INPUT = 2;

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine line = e.getCommandLine();
    String name = line.getCommandSpec().qualifiedName();
    return fail(line, explanation(e) + " (see " + name + " --help)", e, BAD_INPUT);
  }

  /** Returns what is wrong, and what may have been meant. */
  public static String explanation(ParameterException e) {
    return message(e) + (e instanceof UnmatchedArgumentException unmatched ? hint(unmatched) : "");
  }

  private static String hint(UnmatchedArgumentException e) {
    if (!e.getSuggestions().isEmpty()) {
      return "; did you mean %s?".formatted(String.join(" or ", e.getSuggestions()));
    }
    boolean takesData = e.getCommandLine().getCommandSpec().findOption(DATA) != null;
    return takesData && !e.isUnknownOption() ? "; name files behind " + DATA : "";
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine line, ParseResult parsed) {
    if (e instanceof IllegalArgumentException || e instanceof DataException) {
      return fail(line, message(e), e, BAD_INPUT);
    }
    if (e instanceof IOException io) {
      return fail(line, message(io), e, BAD_INPUT);
    }
    if (e instanceof UncheckedIOException io) {
      return fail(line, message(io.getCause()), e, BAD_INPUT);
    }
    boolean explainsItself =
        e instanceof ScheduleException
            || e instanceof CollectiveException
            || e instanceof IllegalStateException;
    String text = explainsItself ? message(e) : e.getClass().getSimpleName() + ": " + message(e);
    return fail(line, text, e, FAILURE);
  }

  private static int fail(CommandLine line, String text, Exception e, int code) {
    String oneLine = Printable.text(text.strip().replaceAll("\\s*\\R\\s*", " "));
    line.getErr().println(line.getCommandSpec().qualifiedName() + ": " + oneLine);
    if (System.getProperty("papilio.trace") != null) {
      e.printStackTrace(line.getErr());
    }
    return code;
  }

  /** The JDK's own messages for files often are the path alone. */
  private static String message(IOException e) {
    if (e instanceof NoSuchFileException file) {
      return "no such file or folder: " + file.getFile();
    }
    if (e instanceof CharacterCodingException) {
      return "the file is not text in UTF-8";
    }
    if (e instanceof AccessDeniedException file) {
      return "access denied: " + file.getFile();
    }
    if (e instanceof FileSystemException file && file.getReason() == null) {
      return "cannot use " + file.getFile() + " (" + e.getClass().getSimpleName() + ")";
    }
    return message((Exception) e);
  }

  private static String message(Exception e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
