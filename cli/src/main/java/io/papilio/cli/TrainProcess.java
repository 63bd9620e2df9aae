package io.papilio.cli;

import io.papilio.learn.data.DataException;
import io.papilio.learn.train.Trainer;
import io.papilio.runtime.comm.Communicator;
import io.papilio.runtime.comm.ProcessTask;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A worker of a training that is a process of its own. It tells the command that started it how far
 * it is, in lines that begin with a sign of their own:
 *
 * <pre>
 *   @point 4096 0.51 0.3312        examples, seconds, loss
 *   @note text                     for the user
 *   @result {...}                  the end, as JSON, in pieces that are not too long for a line
 *   @refused a.svm, line 2: ...    bad input
 * </pre>
 */
final class TrainProcess implements ProcessTask {
  static final String POINT = "@point ";
  static final String NOTE = "@note ";
  static final String RESULT = "@result ";
  static final String REFUSED = "@refused ";

  private static final int PIECE = 8 * 1024;

  /** Says what it hears. */
  private static final class Voice implements TrainJob.Listener {
    @Override
    public void onPoint(Trainer.Point point) {
      System.out.println(POINT + point.examples() + " " + point.seconds() + " " + point.loss());
    }

    @Override
    public void onNote(String note) {
      System.out.println(NOTE + note);
    }
  }

  @Override
  public void run(Communicator comm, List<String> arguments) throws Exception {
    try {
      TrainOptions options = TrainOptions.parse(arguments);
      Voice voice = new Voice();
      TrainOptions.Ready ready = options.ready(options.load(comm.rank() == 0, voice::onNote));
      Room room = Room.of(ready.training(), comm.size(), 1);
      if (comm.rank() == 0) {
        room.note().ifPresent(voice::onNote);
      }
      Optional<Map<String, Object>> result = new TrainJob(comm, options, ready, 0).run(voice);
      if (result.isPresent()) {
        String json = Json.line(result.get());
        for (int from = 0; from < json.length(); from += PIECE) {
          System.out.println(RESULT + json.substring(from, Math.min(json.length(), from + PIECE)));
        }
      }
    } catch (DataException | IllegalArgumentException e) {
      System.out.println(REFUSED + e.getMessage());
      throw e;
    }
  }

  static Trainer.Point parse(String text) {
    String[] words = text.substring(POINT.length()).split(" ");
    return new Trainer.Point(
        Long.parseLong(words[0]),
        Double.parseDouble(words[1]),
        Double.parseDouble(words[2]),
        Double.NaN);
  }
}
