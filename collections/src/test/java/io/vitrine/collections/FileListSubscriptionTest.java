package io.vitrine.collections;

import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileListSubscriptionTest extends ListSubscriptionContract {
  @TempDir private Path folder;

  @Override
  Store openStore() {
    return Stores.open(folder);
  }
}
