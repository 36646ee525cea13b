package io.vitrine.hashing;

final class RapidContractTest extends HashStrategyContract {
  @Override
  HashStrategy create() {
    return HashStrategies.rapid();
  }
}
