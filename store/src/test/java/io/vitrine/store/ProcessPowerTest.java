package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A store that promises nothing about power loses it all the same. Whatever comes to disk, it opens
 * again, and every value that it shows is one that its key had: nothing is torn.
 */
class ProcessPowerTest {
  private static final int ROUNDS = Integer.getInteger("vitrine.power.rounds", 12);
  private static final MapOptions<Long, String> OPTIONS =
      MapOptions.of(Codecs.longs(), Codecs.strings()).withSegments(2);
  private static final StoreOptions RETAIN_LITTLE = new StoreOptions(1);

  private final Map<Long, Set<String>> history = new HashMap<>();

  @Test
  void whateverComesToDiskIsWhole() throws IOException {
    long seed = new Random().nextInt(Integer.MAX_VALUE);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        history.clear();
        play(new Random(seed + round));
      }
    } catch (Throwable e) {
      throw new AssertionError("seed " + seed, e);
    }
  }

  private static MappedStore open(PowerDisk disk, Random random) throws IOException {
    long bootId = (random.nextLong() & CheckedWord.VALUE_MASK) | 1;
    return MappedStore.open(
        new Surroundings(disk.files(bootId), StoreClock.system(), random::nextLong), RETAIN_LITTLE);
  }

  private void play(Random random) throws IOException {
    var disk = new PowerDisk();
    MappedStore store = open(disk, random);
    for (int life = 0; life < 6; life++) {
      write(store, disk, random);
      PowerDisk left = disk.afterPowerLoss(random);
      store.close();
      disk.close();
      disk = left;
      store = open(disk, random);
      verify(store);
    }
    store.close();
    disk.close();
  }

  private void write(Store store, PowerDisk disk, Random random) {
    for (int i = 0; i < 400; i++) {
      StoreMap<Long, String> map = store.map("/maps/m" + random.nextInt(2), OPTIONS);
      long key = 1_000L * map.path().charAt(7) + random.nextInt(100);
      if (random.nextInt(4) == 0) {
        map.remove(key);
      } else {
        int length = random.nextInt(20) == 0 ? 40_000 : random.nextInt(200);
        String value = "v".repeat(length) + random.nextInt();
        history.computeIfAbsent(key, k -> new HashSet<>()).add(value);
        map.put(key, value);
      }
      if (random.nextInt(4) == 0) {
        disk.writeSome(random);
      }
    }
  }

  private void verify(MappedStore store) {
    Invariants.check(store);
    for (String path : store.list("/")) {
      StoreMap<Long, String> map = store.map(path, OPTIONS);
      map.forEach((key, value) -> {
        assertEquals(path.charAt(7), (char) (key / 1_000));
        assertTrue(history.getOrDefault(key, Set.of()).contains(value), path + " " + key);
        assertEquals(value, map.get(key));
      });
    }
  }
}
