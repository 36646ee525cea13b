package io.vitrine.chronicle;

import java.io.File;
import java.io.IOException;
import net.openhft.chronicle.hash.impl.BigSegmentHeader;
import net.openhft.chronicle.hash.impl.VanillaChronicleHash;
import net.openhft.chronicle.map.ChronicleMap;

/** Lets a file of strings count more entries in its first segment than there are. */
final class Miscount {
  private Miscount() {}

  public static void main(String[] args) throws IOException {
    System.setProperty("chronicle.analytics.disable", "true");
    try (ChronicleMap<String, String> map =
        ChronicleMap.of(String.class, String.class).createPersistedTo(new File(args[0]))) {
      long header = ((VanillaChronicleHash<?, ?, ?, ?>) map).segmentHeaderAddress(0);
      long counted = BigSegmentHeader.INSTANCE.entries(header);
      BigSegmentHeader.INSTANCE.entries(header, counted + Long.parseLong(args[1]));
    }
  }
}
