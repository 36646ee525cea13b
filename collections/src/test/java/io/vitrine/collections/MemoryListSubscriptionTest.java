package io.vitrine.collections;

import io.vitrine.store.Store;
import io.vitrine.store.Stores;

class MemoryListSubscriptionTest extends ListSubscriptionContract {
  @Override
  Store openStore() {
    return Stores.inMemory();
  }
}
