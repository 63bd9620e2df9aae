package io.papilio.runtime.transport.process;

import io.papilio.runtime.transport.Message;
import io.papilio.runtime.transport.Message.Lane;
import io.papilio.runtime.transport.Transport;
import io.papilio.runtime.transport.frame.Frame;
import io.papilio.runtime.transport.frame.Outbox;
import io.papilio.runtime.transport.frame.Pipe;
import io.papilio.runtime.transport.process.Handshake.WrongSecretException;
import io.papilio.runtime.transport.shm.ShmPipe;
import io.papilio.runtime.transport.tcp.TcpPipe;
import io.papilio.runtime.transport.tls.SecureChannel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ProtocolException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.Channel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import javax.net.ssl.SSLException;

/**
 * One connection with one peer, for one lane, in both directions.
 *
 * <pre>
 *   dial ----> CALLING --connected--> GREETING --admitted--> OPEN --bye, end, error--> CLOSED
 *   accept --------------------------^
 * </pre>
 *
 * Used by one thread at a time.
 */
final class Link implements Frame.Sink {
  private enum State {
    CALLING,
    GREETING,
    OPEN,
    CLOSED
  }

  private static final System.Logger LOG = System.getLogger(Link.class.getName());

  /** How the failure of a call begins that nobody has answered. */
  static final String UNREACHED = "cannot be reached: ";

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** How often somebody is called who hangs up: there may be a crowd. */
  private static final int MOST_CALLS = 10;

  private final Switchboard owner;
  private final boolean caller;
  private final SocketChannel channel;
  private final SocketAddress remote;
  private final long bornNanos;
  private final Handshake handshake;
  private final SignsOfLife signs = new SignsOfLife();
  private ByteChannel stream;
  private SelectionKey key;
  private ShmPipe.Offer offer;
  private Pipe pipe;
  private int peer;
  private Lane lane;
  private Outbox outbox;
  private State state;
  private int calls = 1;

  /** Whether another call would come to the same end. */
  private boolean hopeless;

  private String failure = "";

  /** Calls a peer; what is in the outbox leaves when it has answered. */
  static Link dial(Switchboard owner, Outbox outbox, int peer, Lane lane) {
    Link link = null;
    try {
      SocketChannel channel = SocketChannel.open();
      link = new Link(owner, channel, null, true);
      link.peer = peer;
      link.lane = lane;
      link.outbox = outbox;
      link.state = State.CALLING;
      owner.prepare(channel);
      Endpoint endpoint = owner.endpoint(peer);
      link.key = owner.register(channel, SelectionKey.OP_CONNECT, link);
      if (channel.connect(endpoint.resolve())) {
        link.connected();
      }
    } catch (IOException e) {
      if (link == null) {
        throw new UncheckedIOException("cannot open a socket", e);
      }
      link.fail(UNREACHED + reason(e));
    } catch (UnsupportedAddressTypeException e) { // not checked, but no mistake of ours
      link.fail(UNREACHED + "this process does not use addresses of its kind");
    }
    return link;
  }

  /** Somebody has called: who it is remains to be seen. */
  static Link accept(Switchboard owner, SocketChannel channel) {
    try {
      Link link = new Link(owner, channel, channel.getRemoteAddress(), false);
      link.state = State.GREETING;
      owner.prepare(channel);
      link.stream = owner.secure(channel, false);
      link.key = owner.register(channel, SelectionKey.OP_READ, link);
      return link;
    } catch (IOException e) {
      closeQuietly(channel);
      return null; // gone again
    }
  }

  private Link(Switchboard owner, SocketChannel channel, SocketAddress remote, boolean caller) {
    this.owner = owner;
    this.channel = channel;
    this.remote = remote;
    this.caller = caller;
    this.bornNanos = owner.nanoTime();
    this.handshake = new Handshake(owner.options().credentials(), caller);
  }

  long bornNanos() {
    return bornNanos;
  }

  boolean isGreeting() {
    return state == State.GREETING;
  }

  /** Whether it speaks our protocol, as far as can be told of a stranger. */
  boolean isGreeted() {
    return handshake.isGreeted();
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  boolean isClosed() {
    return state == State.CLOSED;
  }

  int peer() {
    return peer;
  }

  /** Whether this is a link with that peer, as far as is known. */
  boolean leadsTo(int node) {
    return peer == node && outbox != null;
  }

  /** Whether it carries data, and not through memory. */
  boolean isSocket() {
    return state == State.OPEN && lane == Lane.DATA && pipe instanceof TcpPipe;
  }

  Outbox outbox() {
    return outbox;
  }

  /** Why it was closed. */
  String failure() {
    return failure;
  }

  /** Whether there is something to read that no selector tells of. */
  boolean isReady() {
    return state == State.OPEN && pipe.isReady();
  }

  /** Before the selector sleeps; false if it must not. */
  boolean sleep() {
    return state != State.OPEN || pipe.sleep();
  }

  void awake() {
    if (state == State.OPEN) {
      pipe.awake();
    }
  }

  /** The selector has found something to do. */
  void selected() {
    try {
      if (stream instanceof SecureChannel secure && secure.wantsWrite()) {
        secure.write(NOTHING);
      }
      switch (state) {
        case CALLING -> {
          if (channel.finishConnect()) {
            connected();
          }
        }
        case GREETING -> {
          signs.heard(true);
          greet();
        }
        case OPEN -> {
          pipe.selected();
          read();
          write();
        }
        case CLOSED -> {}
      }
    } catch (WrongSecretException e) {
      if (!caller) {
        handshake.sayWithoutProof(Verdict.refuse("another secret").encode(), stream);
      }
      fail(reason(e));
    } catch (ProtocolException | SSLException e) {
      fail(reason(e));
    } catch (IOException e) {
      if (mayCallAgain()) {
        callAgain(); // it hung up
      } else {
        fail(state == State.CALLING ? UNREACHED + reason(e) : reason(e));
      }
    } catch (RuntimeException e) {
      if (state == State.OPEN || state == State.CLOSED) {
        throw e;
      }
      LOG.log(System.Logger.Level.DEBUG, "greeting", e);
      fail("made this process fail: " + e); // nobody outside may end it by that
    }
  }

  /**
   * Who has hung up without a verdict may have had too many other callers. Letting a node in again
   * changes nothing; but the rendezvous gives a new node a number with its verdict, so if that got
   * lost, the next call would take another. Therefore a new node calls again only if it has not
   * said hello.
   */
  private boolean mayCallAgain() {
    boolean saidHello = handshake.isGreeted(); // the answer to a greeting
    return caller
        && state == State.GREETING
        && !(saidHello && owner.node() == Hello.NEW)
        && !hopeless
        && calls < MOST_CALLS;
  }

  /** Another link takes the place of this one, and what waits to leave. */
  private void callAgain() {
    Outbox unsent = outbox;
    outbox = null;
    close();
    Link next = dial(owner, unsent, peer, lane);
    next.calls = calls + 1;
    owner.replace(this, next);
  }

  private static String reason(IOException e) {
    return e.getMessage() == null ? e.toString() : e.getMessage();
  }

  private void connected() throws IOException {
    state = State.GREETING;
    stream = owner.secure(channel, true);
    try {
      owner.onConnected(channel);
    } catch (IOException e) {
      hopeless = true;
      throw new IOException("is there, but " + reason(e), e);
    }
    greet();
  }

  private void greet() throws IOException {
    for (byte[] said = handshake.advance(stream); said != null; ) {
      if (!caller) {
        judge(Hello.decode(said));
        return;
      }
      if (said.length > 0) {
        heed(Verdict.decode(said));
        return;
      }
      handshake.say(hello().encode());
      said = handshake.advance(stream);
    }
    watch();
  }

  private Hello hello() throws IOException {
    hopeless = true; // if it fails
    if (owner.sharesWith(peer)) {
      try {
        offer = new ShmPipe.Offer(owner.options().folder());
      } catch (IOException e) {
        owner.cannotShare(e);
      }
    }
    hopeless = false;
    return owner.hello(peer, lane, offer == null ? "" : offer.name());
  }

  /** For who was called: lets the caller in, or not. */
  private void judge(Hello hello) throws IOException {
    Verdict verdict = owner.admit(hello);
    ShmPipe shared = null;
    if (!verdict.isRefusal()) { // from here on it is no stranger, whatever happens to the link
      peer = verdict.node();
      lane = hello.lane();
      outbox = owner.newOutbox(peer, lane);
      shared = hello.offer().isEmpty() ? null : takeOffer(hello.offer());
      pipe = shared;
    }
    handshake.say((shared == null ? verdict : verdict.withSharedMemory()).encode());
    handshake.flush(stream);
    if (verdict.isRefusal()) {
      fail(verdict.refusal());
    } else {
      open(shared);
    }
  }

  private ShmPipe takeOffer(String name) throws IOException {
    try {
      return ShmPipe.accept(owner.options().folder(), name);
    } catch (IOException e) {
      owner.cannotShare(e);
      return null;
    }
  }

  /** For the caller: goes in, or not. */
  private void heed(Verdict verdict) throws IOException {
    hopeless = true; // this was the answer
    if (verdict.isRefusal()) {
      fail("refused us: " + verdict.refusal());
      return;
    }
    if (verdict.sharesMemory() && offer == null) {
      throw new ProtocolException("takes shared memory that nobody has offered");
    }
    owner.onAdmitted(verdict);
    open(verdict.sharesMemory() ? offer.taken() : null);
  }

  private void open(ShmPipe shared) throws IOException {
    if (shared == null) {
      pipe = new TcpPipe(stream, handshake.rest(), owner::wake);
    } else {
      pipe = shared;
      key.cancel();
      key = owner.register(shared.bell(), SelectionKey.OP_READ, this);
      closeQuietly(stream);
      stream = null;
    }
    withdrawOffer();
    state = State.OPEN;
    owner.onOpen(this);
    write();
  }

  private void withdrawOffer() {
    if (offer != null) {
      offer.close();
      offer = null;
    }
  }

  /** Reads what is there; whether there was anything. */
  boolean read() {
    try {
      return signs.heard(state == State.OPEN && pipe.read(this));
    } catch (IOException e) {
      fail(reason(e));
      return true;
    } finally {
      watch();
    }
  }

  /** Writes what there is room for; whether there was any. */
  boolean write() {
    if (state != State.OPEN) {
      return false;
    }
    try {
      return signs.said(pipe.write(outbox, owner.nanoTime()));
    } catch (IOException e) {
      fail(reason(e));
      return true;
    } finally {
      watch();
    }
  }

  /** Once in a while: shows that somebody is here, and wonders about a silent peer. */
  void beat() {
    boolean strange = !caller && state == State.GREETING; // the acceptor sees to those
    if (state == State.CLOSED || strange || pipe instanceof ShmPipe || !isBetweenWorkers()) {
      return;
    }
    boolean listens = state != State.OPEN || (pipe.interest() & SelectionKey.OP_READ) != 0;
    if (signs.isSilent(listens)) {
      String silence = "nothing heard for " + owner.options().limits().silence().toMillis() + " ms";
      fail(state == State.OPEN ? silence : UNREACHED + silence);
    } else if (signs.mustSpeak() && state == State.OPEN) {
      outbox.beat();
      write();
    }
  }

  /** Those of the rendezvous have their own signs of life. */
  private boolean isBetweenWorkers() {
    return peer != Transport.RENDEZVOUS && owner.node() != Transport.RENDEZVOUS;
  }

  boolean isFlushed() {
    return state == State.CLOSED
        || state == State.OPEN
            && outbox.isEmpty()
            && pipe.isFlushed()
            && !(stream instanceof SecureChannel secure && secure.wantsWrite());
  }

  private void watch() {
    if (state == State.CLOSED || key == null || !key.isValid()) {
      return;
    }
    int interest = SelectionKey.OP_READ;
    if (state == State.CALLING) {
      interest = SelectionKey.OP_CONNECT;
    } else if (state == State.OPEN) {
      interest = pipe.interest();
    }
    SecureChannel secure = stream instanceof SecureChannel tls ? tls : null;
    boolean greetingWaits = state == State.GREETING && !handshake.isFlushed();
    if (greetingWaits && (secure == null || secure.established())
        || secure != null && secure.wantsWrite()) {
      interest |= SelectionKey.OP_WRITE;
    }
    if (key.interestOps() != interest) {
      key.interestOps(interest);
    }
  }

  @Override
  public int source() {
    return peer;
  }

  @Override
  public int target() {
    return owner.node();
  }

  @Override
  public Lane lane() {
    return lane;
  }

  @Override
  public void onFrame(Frame.Type type, Message message) throws IOException {
    owner.onFrame(this, type, message);
  }

  /** Ends it, and says why to whoever cares. */
  void fail(String why) {
    if (state == State.CLOSED) {
      return;
    }
    boolean stranger = outbox == null;
    failure = why;
    close();
    if (stranger) {
      owner.onRefused(remote, why);
    } else {
      owner.onBroken(peer, why);
    }
  }

  void close() {
    state = State.CLOSED;
    withdrawOffer();
    if (pipe != null) {
      pipe.close();
    }
    if (outbox != null) {
      outbox.clear();
    }
    closeQuietly(stream == null ? channel : stream);
    closeQuietly(channel);
  }

  static void closeQuietly(Channel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "closing", e);
    }
  }
}
