package io.vitrine.hashing;

final class Xxh3ContractTest extends HashStrategyContract {
  @Override
  HashStrategy create() {
    return HashStrategies.xxh3();
  }
}
