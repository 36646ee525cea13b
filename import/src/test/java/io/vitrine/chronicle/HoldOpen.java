package io.vitrine.chronicle;

import java.io.File;
import java.io.IOException;
import net.openhft.chronicle.map.ChronicleMap;

/** Has a file of strings open until its standard input ends. */
final class HoldOpen {
  private HoldOpen() {}

  public static void main(String[] args) throws IOException {
    System.setProperty("chronicle.analytics.disable", "true");
    try (ChronicleMap<String, String> map =
        ChronicleMap.of(String.class, String.class).createPersistedTo(new File(args[0]))) {
      System.out.println("open with " + map.size());
      System.out.flush();
      while (System.in.read() >= 0) {
        // Somebody holds the other end.
      }
    }
  }
}
