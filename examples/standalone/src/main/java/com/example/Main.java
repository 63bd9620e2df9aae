package com.example;

import io.papilio.learn.Linear;
import io.papilio.learn.Papilio;
import io.papilio.learn.job.TrainingResult;
import io.papilio.learn.model.Model;

/** Trains on made-up examples, with four workers. */
public final class Main {

  private Main() {}

  /** Trains, and prints how good the model is. */
  public static void main(String[] args) {
    TrainingResult result = Papilio.train(Linear.logistic().l2(1)).workers(4).run();
    Model model = result.model();
    System.out.println(model + ", accuracy " + result.metrics().get("accuracy"));
  }
}
