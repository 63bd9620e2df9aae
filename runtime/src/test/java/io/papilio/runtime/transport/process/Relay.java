package io.papilio.runtime.transport.process;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** A network between a caller and a node: it hands on what it reads, until it swallows it. */
final class Relay implements AutoCloseable {
  private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final List<Socket> sockets = new CopyOnWriteArrayList<>();
  private final List<Thread> threads = new CopyOnWriteArrayList<>();
  private final AtomicLong reads = new AtomicLong();
  private final Endpoint target;
  private volatile boolean swallows;

  private interface Work {
    void run() throws IOException;
  }

  Relay(Endpoint target) throws IOException {
    this.target = target;
    start(this::accept);
  }

  private void start(Work work) {
    Runnable untilClosed =
        () -> {
          try {
            work.run();
          } catch (IOException e) {
            swallows = true; // one of the two has gone, or this was closed
          }
        };
    Thread thread = new Thread(untilClosed, "relay");
    threads.add(thread);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket caller = door.accept();
      Socket called = new Socket(target.host(), target.port());
      sockets.addAll(List.of(caller, called));
      start(() -> copy(caller.getInputStream(), called.getOutputStream()));
      start(() -> copy(called.getInputStream(), caller.getOutputStream()));
    }
  }

  private void copy(InputStream in, OutputStream out) throws IOException {
    byte[] bytes = new byte[8192];
    for (int count = in.read(bytes); count > 0; count = in.read(bytes)) {
      if (!swallows) {
        out.write(bytes, 0, count);
        reads.incrementAndGet();
      }
    }
  }

  /** What callers are to be told. */
  String address() {
    return "127.0.0.1:" + door.getLocalPort();
  }

  /** How often something was handed on. */
  long reads() {
    return reads.get();
  }

  void swallow() {
    swallows = true;
  }

  @Override
  public void close() throws IOException {
    door.close();
    for (Socket socket : sockets) {
      socket.close();
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
