package io.vitrine.store;

/** Makes arrays that are filled at once. Stateless; any thread. */
final class FreshBytes {
  private FreshBytes() {}

  /**
   * An array of zeros.
   *
   * <p>Where the compiler does not know the length, it zeroes the array in a loop, at whose end the
   * processor does not see the next lookup coming: a lookup of 64 bytes then takes up to half as
   * long again, see docs/tried.md, "Lookups". Of constants the compiler knows better.
   */
  static byte[] of(int length) {
    return switch (length) {
      case 8 -> new byte[8];
      case 16 -> new byte[16];
      case 24 -> new byte[24];
      case 32 -> new byte[32];
      case 40 -> new byte[40];
      case 48 -> new byte[48];
      case 56 -> new byte[56];
      case 64 -> new byte[64];
      case 72 -> new byte[72];
      case 80 -> new byte[80];
      case 88 -> new byte[88];
      case 96 -> new byte[96];
      case 104 -> new byte[104];
      case 112 -> new byte[112];
      case 120 -> new byte[120];
      case 128 -> new byte[128];
      default -> new byte[length];
    };
  }
}
