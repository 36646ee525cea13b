package io.vitrine.torture.subscribe;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.store.ChildJvm;
import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A process in which subscribers live until it is killed or told to end. The way in. */
final class PlayerProcess {
  private static final long TURN_MILLIS = 10;

  private PlayerProcess() {}

  /** Arguments: folder of the store, folder of the tapes, how many subscribers in all, seed. */
  static void main(String[] arguments) throws IOException, InterruptedException {
    ChildJvm.endWithParent();
    Vitrine vitrine = Vitrine.open(Path.of(arguments[0]), new TypeRegistry(), Places.OPTIONS);
    Store store = Stores.open(Path.of(arguments[0]), Places.OPTIONS);
    var random = new Random(Long.parseLong(arguments[3]));
    boolean last = Boolean.parseBoolean(arguments[4]);
    List<Player> players = new ArrayList<>();
    for (Role role : Role.some(Integer.parseInt(arguments[2]))) {
      if (role.home() == Role.Home.OTHER_JVM) {
        var player = new Player(role, Path.of(arguments[1]), random, store::oldestRevision);
        player.begin(vitrine);
        players.add(player);
      }
    }
    System.out.println("subscribed");
    while (true) {
      for (Player player : players) {
        if (player.isOver()) {
          player.begin(vitrine);
        } else if (last) {
          player.rush();
        } else {
          player.act(System.nanoTime() / 1_000_000);
        }
      }
      Thread.sleep(last ? 20 * TURN_MILLIS : TURN_MILLIS);
    }
  }
}
