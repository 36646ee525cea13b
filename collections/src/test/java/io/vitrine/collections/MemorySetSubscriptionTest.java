package io.vitrine.collections;

class MemorySetSubscriptionTest extends SetSubscriptionContract {
  @Override
  protected Vitrine openVitrine() {
    return Vitrine.inMemory();
  }
}
