package io.papilio.runtime.transport.process;

/** Decides who may connect, of those who know the job and its secret. */
@FunctionalInterface
public interface Admission {
  /** Anybody who has a number: it got that from the rendezvous. */
  Admission NUMBERED =
      hello ->
          hello.node() == Hello.NEW
              ? Verdict.refuse("this is a worker, not the rendezvous")
              : Verdict.admit(hello.node());

  Verdict admit(Hello hello);
}
