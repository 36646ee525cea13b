package io.vitrine.torture.subscribe;

import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.Overflow;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.client.ClientOptions;
import io.vitrine.remote.client.VitrineClient;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.ChildJvm;
import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import io.vitrine.torture.TortureFailure;
import io.vitrine.torture.TortureRun;
import io.vitrine.torture.subscribe.Role.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One store with its writers, its server and its subscribers, from the beginning to the judgement.
 * For one thread.
 */
final class Round implements AutoCloseable {
  private static final List<String> JVM = List.of("-Xmx128m");
  private static final long TURN_MILLIS = 10;
  private static final long SETTLE_SECONDS = 90;

  private final TortureRun run;
  private final Random random;
  private final int subscribers;
  private final Path folder;
  private final Path tapes;
  private final Store store;
  private final Vitrine vitrine;
  private final LineCutter cutter = new LineCutter();
  private final ChildJvm[] writers;
  private final List<Player> near = new ArrayList<>();
  private final List<Player> far = new ArrayList<>();
  private final Map<Home, VitrineClient> clients = new HashMap<>();
  private final Map<String, History.Reader> histories = new HashMap<>();
  private final Thread reader;
  private volatile boolean reading = true;
  private volatile @Nullable Throwable readFailure;
  private @Nullable ChildJvm server;
  private @Nullable ChildJvm others;

  Round(TortureRun run, Path place, Random random, int writers, int subscribers)
      throws IOException {
    this.run = run;
    this.random = random;
    this.subscribers = subscribers;
    this.folder = place.resolve("store");
    this.tapes = Files.createDirectories(place.resolve("tapes"));
    this.store = Stores.open(folder, Places.OPTIONS);
    this.vitrine = Vitrine.open(folder, new TypeRegistry(), Places.OPTIONS);
    this.writers = new ChildJvm[writers];
    var _ = vitrine.map(Places.WILD, String.class, Long.class);
    var _ = vitrine.map(Places.CALM, String.class, Long.class);
    var _ = vitrine.set(Places.SET, Long.class);
    var _ = vitrine.list(Places.LIST, Long.class);
    for (String path : List.of(Places.WILD, Places.CALM, Places.SET, Places.LIST)) {
      histories.put(path, new History.Reader(store, path));
    }
    reader = Thread.ofPlatform().daemon().name("history").start(this::readHistory);
  }

  private void readHistory() {
    try {
      while (reading) {
        boolean more = false;
        for (History.Reader history : histories.values()) {
          more |= history.read();
        }
        if (!more) {
          Thread.sleep(1);
        }
      }
    } catch (Throwable e) {
      readFailure = e;
    }
  }

  /** Lets all of them run for a while, among accidents. */
  void play(long seconds) throws IOException, InterruptedException {
    for (int i = 0; i < writers.length; i++) {
      startWriter(i);
    }
    startServer();
    startOthers(false);
    for (Role role : Role.some(subscribers)) {
      if (role.home() != Home.OTHER_JVM) {
        var player = new Player(role, tapes, new Random(random.nextLong()), store::oldestRevision);
        (role.home() == Home.EMBEDDED ? near : far).add(player);
        begin(player);
      }
    }
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    long accident = 0;
    while (System.nanoTime() < end) {
      long now = System.nanoTime() / 1_000_000;
      for (Player player : players()) {
        beginIfOver(player);
        player.act(now);
      }
      if (now > accident) {
        accident = now + 100 + random.nextInt(1_000);
        accident();
      }
      checkReader();
      checkWriters();
      run.progress();
      Thread.sleep(TURN_MILLIS);
    }
    settle();
    judge();
  }

  private List<Player> players() {
    var all = new ArrayList<>(near);
    all.addAll(far);
    return all;
  }

  private void checkReader() {
    Throwable failure = readFailure;
    if (failure != null) {
      throw new TortureFailure("the history cannot be read: " + failure, failure);
    }
  }

  /** A writer ends by being killed only: else it has failed, and there is less to be judged. */
  private void checkWriters() {
    for (ChildJvm writer : writers) {
      if (!writer.isAlive()) {
        throw new TortureFailure("a writer has ended by itself; what it said is above");
      }
    }
  }

  private void startWriter(int number) {
    writers[number] =
        ChildJvm.start(
            ChangeWriter.class, JVM, folder.toString(), Long.toString(random.nextLong()));
    if (!"writing".equals(writers[number].line())) {
      throw new TortureFailure("a writer did not come to write");
    }
  }

  private void startServer() {
    ChildJvm started = ChildJvm.start(ServerProcess.class, JVM, folder.toString());
    server = started;
    String port = started.line();
    if (port == null) {
      throw new TortureFailure("the server did not come to serve");
    }
    cutter.leadTo(Integer.parseInt(port));
  }

  private void startOthers(boolean last) {
    ChildJvm started =
        ChildJvm.start(
            PlayerProcess.class,
            JVM,
            folder.toString(),
            tapes.toString(),
            Integer.toString(subscribers),
            Long.toString(random.nextLong()),
            Boolean.toString(last));
    others = started;
    if (!"subscribed".equals(started.line())) {
      throw new TortureFailure("the subscribers of another process did not come to subscribe");
    }
  }

  private void begin(Player player) throws IOException {
    Home home = player.role().home();
    player.begin(home == Home.EMBEDDED ? vitrine : client(home));
    run.count("lives", 1);
  }

  private void beginIfOver(Player player) throws IOException {
    if (player.isOver()) {
      begin(player);
    }
  }

  private VitrineClient client(Home home) throws IOException {
    VitrineClient client = clients.get(home);
    if (client == null) {
      WireEncoding encoding = home == Home.TEXT ? WireEncoding.YAML : WireEncoding.CBOR;
      client =
          VitrineClient.connect(
              "127.0.0.1",
              cutter.port(),
              new TypeRegistry(),
              ClientOptions.DEFAULT.withEncoding(encoding));
      clients.put(home, client);
    }
    return client;
  }

  private void accident() throws InterruptedException, IOException {
    switch (random.nextInt(10)) {
      case 0, 1 -> {
        int number = random.nextInt(writers.length);
        writers[number].kill();
        startWriter(number);
        run.count("writers killed", 1);
      }
      case 2 -> {
        kill(others);
        startOthers(false);
        run.count("subscribing processes killed", 1);
      }
      case 3 -> {
        kill(server);
        startServer();
        run.count("servers killed", 1);
      }
      case 4, 5 -> {
        cutter.cut();
        run.count("times lines were cut", 1);
      }
      default -> {
        List<Player> all = players();
        Player player = all.get(random.nextInt(all.size()));
        if (!player.role().switches()) {
          player.end();
          begin(player);
        }
      }
    }
  }

  private static void kill(@Nullable ChildJvm child) {
    if (child != null) {
      child.kill();
    }
  }

  /** Stops the writers, and waits until everybody has seen everything. */
  private void settle() throws IOException, InterruptedException {
    for (ChildJvm writer : writers) {
      writer.kill();
    }
    kill(others);
    startOthers(true);
    ObservableMap<String, Long> wild = vitrine.map(Places.WILD, String.class, Long.class);
    await(
        "entries whose time is over are swept",
        () -> {
          vitrine.tidy();
          return wild.size() == Map.copyOf(wild).size();
        });
    await(
        "the log has been read",
        () -> histories.values().stream().allMatch(History.Reader::isAtEnd));
    for (Player player : players()) {
      beginIfOver(player);
      player.rush();
      await(
          player.role().file() + " has seen all",
          () ->
              !player.isSwitching()
                  && hasCome(player.role(), player.tape().place(), player.lastFilter())
                  && hasAll(player.role(), player.tape().state(), player.lastFilter()));
    }
    for (Role role : Role.some(subscribers)) {
      if (role.home() == Home.OTHER_JVM) {
        await(role.file() + " has seen all", () -> hasAll(role));
      }
    }
  }

  private boolean hasAll(Role role, Map<String, Long> state, NamedFilter filter) {
    if (Places.isList(role.path())) {
      return true; // its tape is no copy; the judge makes one
    }
    Map<String, Long> expected = new HashMap<>();
    if (Places.isSet(role.path())) {
      vitrine.set(role.path(), Long.class).forEach(e -> expected.put(Long.toString(e), e));
    } else {
      expected.putAll(vitrine.map(role.path(), String.class, Long.class));
    }
    expected.values().removeIf(value -> !filter.passes(value));
    return state.equals(expected);
  }

  /** Whether somebody has come to the last change; who has them joined may never be told of it. */
  private boolean hasCome(Role role, long place, NamedFilter filter) {
    return (role.overflow() == Overflow.LATEST && !Places.isList(role.path()))
        || place >= history(role).lastPassing(filter);
  }

  private History.Reader history(Role role) {
    return Objects.requireNonNull(histories.get(role.path()));
  }

  private boolean hasAll(Role role) {
    Path tape = tapes.resolve(role.file());
    try {
      return hasCome(role, Tape.placeOf(tape), role.filter())
          && hasAll(role, Tape.stateOf(tape), role.filter());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private void await(String what, BooleanSupplier condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLE_SECONDS);
    while (!condition.getAsBoolean()) {
      checkReader();
      for (Player player : players()) {
        if (player.isOver()) {
          try {
            begin(player);
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        }
        player.rush();
      }
      if (System.nanoTime() > deadline) {
        judge(); // says what is wrong rather than that something is
        throw Promise.COMPLETE.broken("not within " + SETTLE_SECONDS + " s: " + what);
      }
      Thread.sleep(20 * TURN_MILLIS);
    }
  }

  private void judge() throws InterruptedException {
    reading = false;
    reader.join();
    checkReader();
    try {
      for (Player player : players()) {
        player.end();
      }
      kill(others);
      for (Role role : Role.some(subscribers)) {
        History.Reader history = history(role);
        while (history.read()) {
          // to the end
        }
        List<Line> tape = Tape.read(tapes.resolve(role.file()));
        if (Places.isList(role.path())) {
          var judge = new ListJudge(role, history.history());
          judge.judge(tape);
          judge.expectEnd();
        } else {
          var judge = new Judge(role, history.history());
          judge.judge(tape);
          judge.expectEnd();
        }
        run.count("disconnected for being slow", Endings.judge(role, tape));
        if (Places.isMap(role.path())
            && role.filter() == NamedFilter.ALL
            && role.overflow() != Overflow.LATEST) {
          Ordinary.judge(tape);
        }
        run.count("calls judged", tape.size());
        run.count("resyncs", tape.stream().filter(l -> l.kind() == Line.Kind.RESYNC).count());
        run.count("joined changes", tape.stream().mapToInt(l -> l.changes() - 1).sum());
      }
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    run.count("happenings", histories.values().stream().mapToLong(h -> h.size()).sum());
  }

  @Override
  public void close() throws IOException {
    reading = false;
    for (ChildJvm writer : writers) {
      kill(writer);
    }
    kill(others);
    clients.values().forEach(VitrineClient::close);
    kill(server);
    cutter.close();
    vitrine.close();
    store.close();
    for (Player player : players()) {
      player.close();
    }
  }
}
