package io.vitrine.hashing;

final class String31ContractTest extends HashStrategyContract {
  @Override
  HashStrategy create() {
    return HashStrategies.string31();
  }
}
