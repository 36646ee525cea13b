package io.vitrine.collections;

import io.vitrine.store.Store;
import io.vitrine.store.Stores;

class MemorySetSubscriptionTest extends SetSubscriptionContract {
  @Override
  Store openStore() {
    return Stores.inMemory();
  }
}
