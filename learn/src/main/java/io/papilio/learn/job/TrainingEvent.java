package io.papilio.learn.job;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.papilio.learn.job.TrainingResult.Point;

/** What a worker process tells the process that has started it. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "event")
@JsonSubTypes({
  @JsonSubTypes.Type(value = TrainingEvent.Progress.class, name = "progress"),
  @JsonSubTypes.Type(value = TrainingEvent.Resumed.class, name = "resumed"),
  @JsonSubTypes.Type(value = TrainingEvent.Note.class, name = "note"),
  @JsonSubTypes.Type(value = TrainingEvent.Refusal.class, name = "refusal"),
  @JsonSubTypes.Type(value = TrainingEvent.End.class, name = "end")
})
sealed interface TrainingEvent {

  /** A point of the curve. */
  record Progress(Point point) implements TrainingEvent {}

  /** The training goes on from where it had so many points of its curve. */
  record Resumed(int points) implements TrainingEvent {}

  /** Something that the user should know. */
  record Note(String text) implements TrainingEvent {}

  /** What the user can mend: bad data, or options that do not suit them. */
  record Refusal(String reason) implements TrainingEvent {}

  /** The end. */
  record End(TrainingResult result) implements TrainingEvent {}
}
