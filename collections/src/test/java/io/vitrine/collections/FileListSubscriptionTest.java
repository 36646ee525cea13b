package io.vitrine.collections;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileListSubscriptionTest extends ListSubscriptionContract {
  @TempDir private Path folder;

  @Override
  protected Vitrine openVitrine() {
    return Vitrine.open(folder);
  }
}
