package io.papilio.runtime.transport.process;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Reads what the acceptor logs, which then is not printed. */
final class AcceptorLog extends Handler implements AutoCloseable {
  private final Logger logger = Logger.getLogger(Acceptor.class.getName());
  private final List<String> lines = new CopyOnWriteArrayList<>();

  AcceptorLog() {
    logger.setUseParentHandlers(false);
    logger.addHandler(this);
  }

  @Override
  public void publish(LogRecord record) {
    lines.add(MessageFormat.format(record.getMessage(), record.getParameters()));
  }

  List<String> lines() {
    return lines;
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
