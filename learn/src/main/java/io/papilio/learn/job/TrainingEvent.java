package io.papilio.learn.job;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.papilio.learn.job.TrainingResult.Point;

/**
 * What a worker of another process tells the one that has started it. Events travel as {@linkplain
 * Json JSON}: a worker passes on what it hears by a {@link Teller}, and the process that started it
 * {@linkplain #tell tells} its own listener.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = TrainingEvent.Progress.class, name = "progress"),
  @JsonSubTypes.Type(value = TrainingEvent.Resumed.class, name = "resumed"),
  @JsonSubTypes.Type(value = TrainingEvent.Note.class, name = "note"),
  @JsonSubTypes.Type(value = TrainingEvent.Refusal.class, name = "refusal"),
  @JsonSubTypes.Type(value = TrainingEvent.End.class, name = "end")
})
public sealed interface TrainingEvent {

  /** Tells a listener what has happened; the end is no news for listeners, but for launchers. */
  default void tell(TrainingListener listener) {}

  /** A point of the curve. */
  record Progress(Point point) implements TrainingEvent {
    @Override
    public void tell(TrainingListener listener) {
      listener.onPoint(point);
    }
  }

  /** The training goes on from where it had so many points of its curve. */
  record Resumed(int points) implements TrainingEvent {
    @Override
    public void tell(TrainingListener listener) {
      listener.onResume(points);
    }
  }

  /** Something that the user should know. */
  record Note(String text) implements TrainingEvent {
    @Override
    public void tell(TrainingListener listener) {
      listener.onNote(text);
    }
  }

  /** The end, for a reason that the user can mend: bad data, or options that do not suit them. */
  record Refusal(String reason) implements TrainingEvent {}

  /** The end, with a result. */
  record End(TrainingResult result) implements TrainingEvent {}

  /** Passes on what it hears, as events. */
  @FunctionalInterface
  interface Teller extends TrainingListener {
    /** Passes on one event. */
    void tell(TrainingEvent event);

    @Override
    default void onPoint(Point point) {
      tell(new Progress(point));
    }

    @Override
    default void onResume(int points) {
      tell(new Resumed(points));
    }

    @Override
    default void onNote(String note) {
      tell(new Note(note));
    }
  }
}
