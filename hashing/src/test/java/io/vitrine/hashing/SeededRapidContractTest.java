package io.vitrine.hashing;

final class SeededRapidContractTest extends HashStrategyContract {
  @Override
  HashStrategy create() {
    return HashStrategies.rapid(0xFEDC_BA98_7654_3210L);
  }
}
