package io.vitrine.evaluation;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a process that measures is told on its standard input: all of it, since a seed has no place
 * among arguments, which everybody on the machine sees, and a key has none in a file of lines,
 * where it could become another one. Immutable.
 *
 * @param task what to measure
 * @param strategy the name of the strategy
 * @param seed its seed
 * @param selfTest its {@link io.vitrine.hashing.HashStrategies#selfTest}, since another one may
 *     have that name in another process
 * @param registration the class that registers strategies there, or nothing
 * @param lengths of arrays
 * @param chainedLengths of arrays that are hashed one after the other
 * @param textLengths of texts
 * @param keys for maps
 */
record SpeedJob(
    Task task,
    String strategy,
    long seed,
    long selfTest,
    String registration,
    List<Integer> lengths,
    List<Integer> chainedLengths,
    List<Integer> textLengths,
    List<String> keys) {
  /** What a process can be asked for. */
  enum Task {
    /** Numbers, arrays and texts of all kinds. */
    HASHES,

    /** Maps with the keys at hand, and under a flood. */
    MAPS
  }

  void write(DataOutputStream out) throws IOException {
    out.writeUTF(task.name());
    out.writeUTF(strategy);
    out.writeLong(seed);
    out.writeLong(selfTest);
    out.writeUTF(registration);
    for (List<Integer> each : List.of(lengths, chainedLengths, textLengths)) {
      out.writeInt(each.size());
      for (int length : each) {
        out.writeInt(length);
      }
    }
    out.writeInt(keys.size());
    for (String key : keys) {
      byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
    out.flush();
  }

  static SpeedJob read(DataInputStream in) throws IOException {
    return new SpeedJob(
        Task.valueOf(in.readUTF()),
        in.readUTF(),
        in.readLong(),
        in.readLong(),
        in.readUTF(),
        numbers(in),
        numbers(in),
        numbers(in),
        keys(in));
  }

  private static List<Integer> numbers(DataInputStream in) throws IOException {
    int count = in.readInt();
    var numbers = new ArrayList<Integer>(count);
    for (int i = 0; i < count; i++) {
      numbers.add(in.readInt());
    }
    return List.copyOf(numbers);
  }

  private static List<String> keys(DataInputStream in) throws IOException {
    int count = in.readInt();
    var keys = new ArrayList<String>(count);
    for (int i = 0; i < count; i++) {
      keys.add(new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8));
    }
    return List.copyOf(keys);
  }
}
