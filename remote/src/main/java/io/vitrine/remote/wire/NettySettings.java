package io.vitrine.remote.wire;

/**
 * Settings of Netty that keep the console clean. Safe for any number of threads.
 *
 * <p>Netty reaches for the JDK's {@code Unsafe} and for native code where it can, and a JVM that
 * was started without flags for it prints warnings about both. Neither is needed here: buffers are
 * on the heap, sockets are those of the JDK. What the application has set itself stays.
 */
public final class NettySettings {
  private NettySettings() {}

  /** Makes the settings; must come before the first use of a class of Netty. */
  public static void apply() {
    setUnlessSet("io.netty.noUnsafe", "true");
    setUnlessSet("io.netty.tryReflectionSetAccessible", "false");
    setUnlessSet("io.netty.transport.noNative", "true");
    setUnlessSet("io.netty.noPreferDirect", "true");
  }

  private static void setUnlessSet(String name, String value) {
    if (System.getProperty(name) == null) {
      System.setProperty(name, value);
    }
  }
}
