package io.vitrine.collections;

class MemoryListSubscriptionTest extends ListSubscriptionContract {
  @Override
  protected Vitrine openVitrine() {
    return Vitrine.inMemory();
  }
}
