package io.vitrine.bench.fork;

import io.vitrine.bench.peer.ByteMap;
import io.vitrine.bench.peer.Fill;
import io.vitrine.bench.peer.KeyKind;
import io.vitrine.bench.peer.LongMap;
import io.vitrine.bench.peer.Maps;
import io.vitrine.bench.peer.Peer;
import io.vitrine.bench.peer.Shape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/** What an entry costs on the disk, or on the heap of who has no files. For one thread. */
final class SpaceTask {
  private static final int ROUNDS = 20;
  private static final int EARLY_ROUND = 2;
  private static final double CHURN = 0.3;
  private static final int BYTES_MIN = 8;

  private final Job job;
  private final Shape shape;
  private final SplittableRandom random = new SplittableRandom();
  private long heapBefore = heapBytes();

  private SpaceTask(Job job) {
    this.job = job;
    this.shape = job.shape();
  }

  static void run(Job job) throws IOException, InterruptedException {
    var task = new SpaceTask(job);
    switch (job.text("kind")) {
      case "numbers" -> task.numbers();
      case "texts" -> task.texts();
      case "churn" -> task.churn();
      default -> throw new IllegalArgumentException(job.text("kind"));
    }
  }

  private void numbers() throws IOException, InterruptedException {
    try (LongMap map = Maps.numbers(job.peer(), job.folder(), shape.entries())) {
      Fill.all(map, shape.entries());
      map.flush();
      tell("fill");
    }
  }

  private void texts() throws IOException, InterruptedException {
    try (ByteMap<String> map = Maps.texts(job.peer(), job.folder(), shape)) {
      Fill.all(map, KeyKind::text, shape);
      map.flush();
      tell("fill");
    }
  }

  private void churn() throws IOException, InterruptedException {
    Shape varied = shape.withVariedValues();
    long[] ids = new long[(int) shape.entries()];
    heapBefore = heapBytes();
    try (ByteMap<String> map = Maps.texts(job.peer(), job.folder(), varied)) {
      for (int i = 0; i < ids.length; i++) {
        ids[i] = i;
        map.put(KeyKind.text(i), randomValue());
      }
      map.flush();
      tell("fill");
      long next = ids.length;
      int changed = (int) (ids.length * CHURN);
      for (int round = 1; round <= ROUNDS; round++) {
        for (int i = 0; i < changed; i++) {
          int other = random.nextInt(i, ids.length);
          long id = ids[other];
          ids[other] = ids[i];
          ids[i] = next++;
          map.remove(KeyKind.text(id));
        }
        for (int i = 0; i < changed; i++) {
          map.put(KeyKind.text(ids[i]), randomValue());
        }
        if (round == EARLY_ROUND || round == ROUNDS) {
          map.flush();
          tell("churn-" + round);
        }
      }
    }
  }

  private byte[] randomValue() {
    int mean = shape.valueBytes();
    return Fill.value(-1, random.nextInt(BYTES_MIN, 2 * mean - BYTES_MIN + 1));
  }

  private void tell(String when) throws IOException, InterruptedException {
    if (job.peer().isOnHeap()) {
      job.tell(when, (double) (heapBytes() - heapBefore) / shape.entries());
      return;
    }
    job.tell(when, (double) diskBytes(mapFiles()) / shape.entries());
    if (job.peer() == Peer.VITRINE) {
      job.tell(when + "-log", (double) diskBytes(job.folder().resolve("log")) / shape.entries());
    }
  }

  private Path mapFiles() {
    Path maps = job.folder().resolve("maps");
    return Files.isDirectory(maps) ? maps : job.folder();
  }

  private static long heapBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static long diskBytes(Path path) throws IOException, InterruptedException {
    Process process = new ProcessBuilder("du", "-sk", path.toString()).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("du failed on " + path);
    }
    return Long.parseLong(output.strip().split("\\s", 2)[0]) << 10;
  }
}
