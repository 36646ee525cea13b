package io.vitrine.collections;

import org.junit.jupiter.api.AfterEach;

/** In this process. */
class AsReadTest extends AsReadContract {
  private final Vitrine vitrine = Vitrine.inMemory();

  @Override
  protected Vitrine vitrine() {
    return vitrine;
  }

  @AfterEach
  void close() {
    vitrine.close();
  }
}
