package io.vitrine.bench.fork;

import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.LongMap;
import io.vitrine.bench.peer.Many;
import io.vitrine.bench.peer.Maps;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Whether a system does what the measurements ask of it, before anybody believes its figures. For
 * one thread.
 */
final class CheckTask {
  private static final int ENTRIES = 300;
  private static final int DURABLE_ENTRIES = 20;
  private static final int TOGETHER = 32;
  private static final List<Integer> VALUES = List.of(8, 64, 1024);

  private final Peer peer;
  private final Path folder;
  private int checks;

  private CheckTask(Job job) {
    peer = job.peer();
    folder = job.folder();
  }

  static void run(Job job) throws IOException {
    var task = new CheckTask(job);
    for (int bytes : VALUES) {
      task.longs(new Shape(KeyKind.LONG, bytes, ENTRIES));
      task.texts(new Shape(KeyKind.STRING, bytes, ENTRIES));
    }
    task.numbers();
    if (Peer.DURABLE.contains(task.peer)) {
      task.durable();
    }
    job.tell("checks", task.checks);
  }

  private void longs(Shape shape) throws IOException {
    Path files = files("longs-" + shape.valueBytes());
    try (ByteMap<Long> map = Maps.longs(peer, files, shape)) {
      Fill.all(map, KeyKind::number, shape);
      calls(map, KeyKind::number, shape);
    }
    if (!peer.isOnHeap()) {
      try (ByteMap<Long> map = Maps.longs(peer, files, shape)) {
        expect(KeyKind.number(1), map.get(KeyKind.number(1)), Fill.value(1, shape.valueBytes()));
      }
    }
  }

  private void texts(Shape shape) throws IOException {
    Path files = files("texts-" + shape.valueBytes());
    try (ByteMap<String> map = Maps.texts(peer, files, shape)) {
      Fill.all(map, KeyKind::text, shape);
      calls(map, KeyKind::text, shape);
    }
    if (!peer.isOnHeap()) {
      try (ByteMap<String> map = Maps.texts(peer, files, shape)) {
        expect(KeyKind.text(1), map.get(KeyKind.text(1)), Fill.value(1, shape.valueBytes()));
      }
    }
  }

  private Path files(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  /** Every call there is, on a map that is filled. */
  private <K> void calls(ByteMap<K> map, LongFunction<K> key, Shape shape) {
    int bytes = shape.valueBytes();
    map.flush();
    map.compact();
    byte[] using = new byte[bytes];
    for (long i = 0; i < ENTRIES; i++) {
      expect(key.apply(i), map.get(key.apply(i)), Fill.value(i, bytes));
      expect(key.apply(i), map.getUsing(key.apply(i), using), Fill.value(i, bytes));
    }
    expect(key.apply(ENTRIES), map.get(key.apply(ENTRIES)), null);
    expect(key.apply(ENTRIES), map.getUsing(key.apply(ENTRIES), using), null);
    byte[] value = Fill.value(-7, bytes);
    map.put(key.apply(0), value);
    Arrays.fill(value, (byte) 1); // who keeps the array itself shows it now
    expect(key.apply(0), map.get(key.apply(0)), Fill.value(-7, bytes));
    map.remove(key.apply(0));
    expect(key.apply(0), map.get(key.apply(0)), null);
    map.put(key.apply(0), Fill.value(0, bytes));
    together(map.many(), map, key, bytes);
    CompletableFuture.runAsync(
            () -> expect(key.apply(2), map.forThread().get(key.apply(2)), Fill.value(-2, bytes)),
            task -> new Thread(task).start())
        .join();
    map.put(key.apply(1), Fill.value(1, bytes));
  }

  private <K> void together(Many<K> many, ByteMap<K> map, LongFunction<K> key, int bytes) {
    for (int i = 0; i < TOGETHER; i++) {
      many.add(key.apply(i), Fill.value(-i, bytes));
    }
    many.put();
    many.clear();
    byte[][] using = new byte[TOGETHER][bytes];
    for (int i = 0; i < TOGETHER; i++) {
      many.add(key.apply(i));
    }
    int found = many.get(using);
    if (found != TOGETHER) {
      throw wrong(TOGETHER + " keys at once", found, TOGETHER);
    }
    for (int i = 0; i < TOGETHER; i++) {
      expect(key.apply(i), using[i], Fill.value(-i, bytes));
      expect(key.apply(i), map.get(key.apply(i)), Fill.value(-i, bytes));
    }
  }

  private void numbers() throws IOException {
    try (LongMap map = Maps.numbers(peer, files("numbers"), ENTRIES)) {
      Fill.all(map, ENTRIES);
      map.flush();
      map.compact();
      for (long i = 0; i < ENTRIES; i++) {
        long key = KeyKind.number(i);
        expect(key, map.get(key), i);
        expect(key, map.addAndGet(key, 5), i + 5);
        expect(key, map.forThread().get(key), i + 5);
        map.put(key, -i);
        expect(key, map.get(key), -i);
      }
    }
  }

  private void durable() throws IOException {
    var shape = new Shape(KeyKind.LONG, Long.BYTES, DURABLE_ENTRIES);
    Path files = files("durable");
    try (ByteMap<Long> map = Maps.durable(peer, files, shape)) {
      Fill.all(map, KeyKind::number, shape);
    }
    try (ByteMap<Long> map = Maps.durable(peer, files, shape)) {
      for (long i = 0; i < DURABLE_ENTRIES; i++) {
        long key = KeyKind.number(i);
        expect(key, map.get(key), Fill.value(i, Long.BYTES));
      }
    }
  }

  private void expect(long key, long found, long expected) {
    checks++;
    if (found != expected) {
      throw wrong(key, found, expected);
    }
  }

  private void expect(Object key, byte @Nullable [] found, byte @Nullable [] expected) {
    checks++;
    if (!Arrays.equals(found, expected)) {
      throw wrong(key, Arrays.toString(found), Arrays.toString(expected));
    }
  }

  private IllegalStateException wrong(Object key, Object found, Object expected) {
    return new IllegalStateException(
        peer.label() + " has " + found + " at " + key + ", expected " + expected);
  }
}
