package io.vitrine.bench.fork;

import io.vitrine.bench.peer.Allocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Takes the times of the examples, and checks what they answer. Stateless, for one thread. */
final class ExamplesTask {
  private static final int WARM_UP_ROUNDS = 2;
  private static final int USERS = 10_000;
  private static final int CITIES = 50_000;
  private static final int CODES_OF_CITY = 100;

  private ExamplesTask() {}

  static void run(Job job) throws IOException {
    for (int round = 0; round <= WARM_UP_ROUNDS; round++) {
      Path folder = Files.createDirectories(job.folder().resolve("round-" + round));
      int entries = (int) job.number("entries");
      try (Examples examples =
          switch (job.peer()) {
            case VITRINE -> new VitrineExamples(folder);
            case CHRONICLE_MAP -> new ChronicleExamples(folder, USERS, entries, CITIES);
            default -> throw new IllegalArgumentException(job.peer() + " has no examples");
          }) {
        measure(job, examples, entries, round == WARM_UP_ROUNDS);
      }
    }
  }

  private static void measure(Job job, Examples examples, int entries, boolean tells) {
    long calls = job.number("calls");
    var users = new String[USERS];
    var cities = new String[CITIES];
    for (int i = 0; i < CITIES; i++) {
      users[i % USERS] = "user-" + i % USERS;
      cities[i] = "Amsterdam-" + i;
    }
    var draw = new Draw(USERS);
    time(job, tells, "shared counter", calls, _ -> examples.count(users[(int) draw.next()]));
    long counted = 0;
    for (String user : users) {
      counted += examples.counted(user);
    }
    check("counters", counted, calls);

    String[] texts = new String[entries];
    long length = 0;
    for (int i = 0; i < entries; i++) {
      texts[i] = "value-" + i;
      length += texts[i].length();
    }
    time(job, tells, "large map, fill", entries, i -> examples.putText((int) i, texts[(int) i]));
    long[] sum = {0};
    var key = new Draw(entries);
    time(
        job,
        tells,
        "large map, look up",
        calls,
        _ -> {
          int found = examples.lengthOfText((int) key.next());
          sum[0] += found < 0 ? Long.MIN_VALUE / 2 : found;
        });
    check("lookups", sum[0] > 0 ? 1 : 0, 1);
    long[] all = {0};
    time(job, tells, "iteration", 1, entries, _ -> all[0] += examples.lengthOfAllTexts());
    check("iteration", all[0], length);

    time(
        job,
        tells,
        "postal codes, put",
        CITIES,
        i -> examples.putCodes(cities[(int) i], (int) i, (int) i + CODES_OF_CITY));
    sum[0] = 0;
    var city = new Draw(CITIES);
    time(
        job,
        tells,
        "postal codes, get",
        calls,
        _ -> sum[0] += examples.codes(cities[(int) city.next()]));
    check("postal codes", sum[0], calls * CODES_OF_CITY);
  }

  private static void check(String what, long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException(what + " gave " + found + ", expected " + expected);
    }
  }

  private static void time(Job job, boolean tells, String what, long calls, LongConsumer call) {
    time(job, tells, what, calls, calls, call);
  }

  /** Tells nanoseconds and bytes for one of so many in all. */
  private static void time(
      Job job, boolean tells, String what, long calls, long of, LongConsumer call) {
    long allocated = Allocation.bytes();
    long start = System.nanoTime();
    for (long i = 0; i < calls; i++) {
      call.accept(i);
    }
    if (tells) {
      job.tell(what, (double) (System.nanoTime() - start) / of);
      job.tell(what + "-allocated", (double) (Allocation.bytes() - allocated) / of);
    }
  }
}
