package io.vitrine.collections;

import io.vitrine.store.Store;
import io.vitrine.store.Stores;

class MemorySubscriptionTest extends SubscriptionContract {
  @Override
  Store openStore() {
    return Stores.inMemory();
  }
}
