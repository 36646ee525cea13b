package io.vitrine.bench.peer;

import java.io.IOException;
import java.nio.file.Path;

/** Opens the maps of all systems. Stateless, for any thread. */
public final class Maps {
  private Maps() {}

  /**
   * Opens a map with numbers as keys.
   *
   * @param peer the system
   * @param folder where its files are or come to be
   * @param shape what it holds
   * @return the map
   * @throws IOException if the files cannot be opened
   */
  public static ByteMap<Long> longs(Peer peer, Path folder, Shape shape) throws IOException {
    return switch (peer) {
      case VITRINE -> VitrineMap.longs(folder);
      case CHRONICLE_MAP -> ChronicleBytes.longs(folder, shape);
      case HASH_MAP -> new HashBytes<>();
      default -> throw new IllegalArgumentException(peer + " has no maps");
    };
  }

  /**
   * Opens a map with texts as keys.
   *
   * @param peer the system
   * @param folder where its files are or come to be
   * @param shape what it holds
   * @return the map
   * @throws IOException if the files cannot be opened
   */
  public static ByteMap<String> texts(Peer peer, Path folder, Shape shape) throws IOException {
    return switch (peer) {
      case VITRINE -> VitrineMap.texts(folder);
      case CHRONICLE_MAP -> ChronicleBytes.texts(folder, shape);
      case HASH_MAP -> new HashBytes<>();
      default -> throw new IllegalArgumentException(peer + " has no maps");
    };
  }

  /**
   * Opens a map of numbers in the tightest layout that the system has.
   *
   * @param peer the system
   * @param folder where its files are or come to be
   * @param entries how many entries there are
   * @return the map
   * @throws IOException if the files cannot be opened
   */
  public static LongMap numbers(Peer peer, Path folder, long entries) throws IOException {
    return switch (peer) {
      case VITRINE -> new VitrineLongs(folder);
      case CHRONICLE_MAP -> new ChronicleLongs(folder, entries);
      case HASH_MAP -> new HashLongs();
      default -> throw new IllegalArgumentException(peer + " has no maps");
    };
  }
}
