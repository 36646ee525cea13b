package io.vitrine.hashing;

import org.junit.jupiter.api.Nested;

/** The contract of strategies, for those without a test class of their own for it. */
class FurtherContractsTest {
  @Nested
  class Poly109 extends HashStrategyContract {
    @Override
    HashStrategy create() {
      return HashStrategies.poly109();
    }
  }

  /** The largest multiplier that joins neighbours. */
  @Nested
  class Poly251 extends HashStrategyContract {
    @Override
    HashStrategy create() {
      return HashStrategies.poly(251);
    }
  }

  @Nested
  class PolyOfTheLargestPrime extends HashStrategyContract {
    @Override
    HashStrategy create() {
      return HashStrategies.poly(Integer.MAX_VALUE);
    }
  }

  @Nested
  class Native32 extends HashStrategyContract {
    @Override
    HashStrategy create() {
      return HashStrategies.native32();
    }
  }

  @Nested
  class SeededXxh3 extends HashStrategyContract {
    @Override
    HashStrategy create() {
      return HashStrategies.xxh3(0xFEDC_BA98_7654_3210L);
    }
  }

  @Nested
  class SipHash24 extends HashStrategyContract {
    @Override
    HashStrategy create() {
      return HashStrategies.siphash(0xFEDC_BA98_7654_3210L);
    }
  }

  @Nested
  class SipHash13 extends HashStrategyContract {
    @Override
    HashStrategy create() {
      return HashStrategies.siphash13(-1);
    }
  }

  @Nested
  class Crc32c extends HashStrategyContract {
    @Override
    HashStrategy create() {
      return HashStrategies.crc32c();
    }
  }

  /** One that leaves all that it can to {@link AbstractHashStrategy}. */
  @Nested
  class Own extends HashStrategyContract {
    private static final String NAME = "fnv1a-of-the-contract";

    @Override
    HashStrategy create() {
      if (!HashStrategies.names().contains(NAME)) {
        HashStrategies.register(NAME, seed -> new Fnv1a(NAME, seed));
      }
      return new Fnv1a(NAME, 7);
    }
  }
}
