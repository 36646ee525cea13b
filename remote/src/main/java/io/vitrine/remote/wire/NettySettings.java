package io.vitrine.remote.wire;

import io.netty.channel.Channel;
import java.security.SecureRandom;

/**
 * Settings of Netty that keep the console clean. Safe for any number of threads.
 *
 * <p>Netty reaches for the JDK's {@code Unsafe} and for native code where it can, and a JVM that
 * was started without flags for it prints warnings about both. Neither is needed here: buffers are
 * on the heap, sockets are those of the JDK, unless the application allows native code ({@code
 * --enable-native-access=ALL-UNNAMED}, or its jar's manifest). What it has set itself stays.
 */
public final class NettySettings {
  private NettySettings() {}

  /** Makes the settings; must come before the first use of a class of Netty. */
  public static void apply() {
    setUnlessSet("io.netty.noUnsafe", "true");
    setUnlessSet("io.netty.tryReflectionSetAccessible", "false");
    setUnlessSet("io.netty.transport.noNative", String.valueOf(!isNativeAllowed()));
    setUnlessSet("io.netty.noPreferDirect", "true");
    // Else it looks for a network card, and warns where there is none but loopback.
    setUnlessSet("io.netty.machineId", randomMachine());
  }

  /** An address that no network card has: a locally administered one. */
  private static String randomMachine() {
    var address = new StringBuilder("02");
    long random = new SecureRandom().nextLong();
    for (int i = 0; i < 5; i++) {
      address.append(String.format(":%02x", (random >>> (Byte.SIZE * i)) & 0xFF));
    }
    return address.toString();
  }

  /** Whether native code may be loaded without a warning. */
  private static boolean isNativeAllowed() {
    return Channel.class.getModule().isNativeAccessEnabled();
  }

  private static void setUnlessSet(String name, String value) {
    if (System.getProperty(name) == null) {
      System.setProperty(name, value);
    }
  }
}
