package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSubscriptionTest extends SubscriptionContract {
  @TempDir private Path folder;

  @Override
  Store openStore() {
    return Stores.open(folder);
  }

  @Test
  void changesOfAnotherOpen_areSeen() {
    var recorder = new Recorder<MapEvent<String, Long>>();
    try (var other = Vitrine.open(folder)) {
      other.map("m", String.class, Long.class).subscribe(SubscriptionOptions.all(), recorder);
      recorder.expect("bootstrapped");
      map().put("a", 1L);
      recorder.expect("Inserted a 1");
      map().asyncUpdate("a", Visitors.add(1));
      recorder.expect("Updated a 1>2");
    }
    recorder.expect("cancelled: Closed");
    assertEquals(2, map().get("a"));
  }
}
