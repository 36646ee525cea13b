package io.vitrine.bench.peer;

import com.dynatrace.hash4j.hashing.Hashing;
import io.aeron.driver.MediaDriver;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.agrona.concurrent.ringbuffer.OneToOneRingBuffer;
import org.h2.mvstore.MVStore;
import org.lmdbjava.Env;
import org.mapdb.DB;
import org.rocksdb.RocksDB;

/**
 * The systems that are measured, with the flags that their JVMs need. Immutable, for any thread.
 */
public enum Peer {
  /** What all others are compared with; runs without any flag. */
  VITRINE("vitrine"),

  /** The same with a change log that tells of every change, as where somebody watches. */
  LOGGED("vitrine-logged"),

  /** The same in a compact map, for keys and values of one size. */
  COMPACT("vitrine-compact"),

  /** A mapped file that several JVMs share, sized exactly. */
  CHRONICLE_MAP("chronicle-map"),

  /** A {@code ConcurrentHashMap}: what a user of one JVM and no files would take. */
  HASH_MAP("hash-map"),

  /** Maps in a mapped file, written in Java. */
  MAPDB("mapdb"),

  /** A B+ tree in a mapped file that is copied on write, in C. */
  LMDB("lmdb"),

  /** A tree of sorted files that are merged, in C++. */
  ROCKSDB("rocksdb"),

  /** The storage of the database H2: a B tree in a file with a log's structure, in Java. */
  MVSTORE("mvstore"),

  /** Hash functions of Dynatrace. */
  HASH4J("hash4j"),

  /** Hash functions of Chronicle. */
  ZERO_ALLOCATION("zero-allocation-hashing"),

  /** What comes with the JDK. */
  JDK("jdk"),

  /** Objects as text or binary, on buffers outside of the heap. */
  CHRONICLE_WIRE("chronicle-wire"),

  /** Objects as JSON or CBOR. */
  JACKSON("jackson"),

  /** Maps as YAML, by the book. */
  SNAKEYAML("snakeyaml-engine"),

  /** Bytes that come back as they are, over Netty: what nobody who uses it can beat. */
  NETTY("netty"),

  /** A ring buffer in mapped memory, for one who writes and one who reads. */
  AGRONA("agrona"),

  /** Excerpts in mapped files that are appended to and tailed. */
  CHRONICLE_QUEUE("chronicle-queue"),

  /** Messages between processes through a buffer in mapped memory, which keeps nothing. */
  AERON("aeron"),

  /** Redis with the client that waits for nothing. */
  LETTUCE("redis-lettuce"),

  /** Redis with the client that waits for each answer. */
  JEDIS("redis-jedis"),

  /** The bare machine: what nobody can beat. */
  MACHINE("machine");

  /** Those with maps. */
  public static final List<Peer> MAPS =
      List.of(VITRINE, CHRONICLE_MAP, HASH_MAP, MAPDB, LMDB, ROCKSDB, MVSTORE);

  /** Those with maps whose calls take a fraction of a microsecond. */
  public static final List<Peer> FAST_MAPS = List.of(VITRINE, CHRONICLE_MAP, HASH_MAP);

  /** Those whose changes can be permanent before the call returns. */
  public static final List<Peer> DURABLE = List.of(VITRINE, LMDB, ROCKSDB, MVSTORE);

  /**
   * How many entries fit into the heap that is given to those who {@linkplain #needsHeap need it}.
   */
  public static final long HEAP_ENTRIES_MAX = 20_000_000;

  private final String label;

  Peer(String label) {
    this.label = label;
  }

  /**
   * The name in reports and on the command line.
   *
   * @return for example {@code chronicle-map}
   */
  public String label() {
    return label;
  }

  /**
   * What its JVMs are started with.
   *
   * @return the flags
   */
  public List<String> flags() {
    return switch (this) {
      case VITRINE, LOGGED, COMPACT, HASH4J, JDK, MACHINE, JACKSON, SNAKEYAML, LETTUCE, JEDIS ->
          List.of();
      case AGRONA ->
          List.of(
              "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
              "--sun-misc-unsafe-memory-access=allow");
      case AERON ->
          List.of(
              "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
              "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
              "--sun-misc-unsafe-memory-access=allow",
              "-Dagrona.disable.bounds.checks=true");
      case ZERO_ALLOCATION -> List.of("--sun-misc-unsafe-memory-access=allow");
      case CHRONICLE_MAP, CHRONICLE_WIRE, CHRONICLE_QUEUE -> chronicleFlags();
      case HASH_MAP, MVSTORE -> Heap.flags();
      case MAPDB -> List.of("--sun-misc-unsafe-memory-access=allow");
      case LMDB ->
          List.of(
              "--add-opens=java.base/java.nio=ALL-UNNAMED",
              "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
              "--sun-misc-unsafe-memory-access=allow",
              "--enable-native-access=ALL-UNNAMED");
      case ROCKSDB, NETTY -> List.of("--enable-native-access=ALL-UNNAMED");
    };
  }

  /**
   * Whether its maps are gone with their process.
   *
   * @return true if there are no files
   */
  public boolean isOnHeap() {
    return this == HASH_MAP;
  }

  /**
   * Whether it needs the entries on the heap, which sets a bound to their number.
   *
   * @return true if so
   */
  public boolean needsHeap() {
    return this == HASH_MAP || this == MVSTORE;
  }

  /**
   * Those that have room for so many entries.
   *
   * @param entries how many
   * @param peers systems
   * @return the same systems, of many entries without those that need the heap for them
   */
  public static List<Peer> withRoomFor(long entries, List<Peer> peers) {
    return entries <= HEAP_ENTRIES_MAX
        ? peers
        : peers.stream().filter(peer -> !peer.needsHeap()).toList();
  }

  /**
   * Finds a system by its name.
   *
   * @param label the name
   * @return the system
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Peer of(String label) {
    for (Peer peer : values()) {
      if (peer.label.equals(label)) {
        return peer;
      }
    }
    String known = Arrays.stream(values()).map(Peer::label).collect(Collectors.joining(", "));
    throw new IllegalArgumentException("no system is called " + label + ", expected of " + known);
  }

  /**
   * The version that is measured.
   *
   * @return as its project calls it
   */
  public String version() {
    return switch (this) {
      case VITRINE, LOGGED, COMPACT -> "of these sources";
      case CHRONICLE_MAP -> mavenVersion("net.openhft/chronicle-map");
      case MAPDB -> jarVersion(DB.class);
      case LMDB -> jarVersion(Env.class);
      case ROCKSDB -> jarVersion(RocksDB.class);
      case MVSTORE -> jarVersion(MVStore.class);
      case HASH4J -> jarVersion(Hashing.class);
      case ZERO_ALLOCATION -> mavenVersion("net.openhft/zero-allocation-hashing");
      case CHRONICLE_WIRE -> mavenVersion("net.openhft/chronicle-wire");
      case JACKSON -> mavenVersion("tools.jackson.core/jackson-databind");
      case SNAKEYAML -> mavenVersion("org.snakeyaml/snakeyaml-engine");
      case NETTY -> mavenVersion("io.netty/netty-common");
      case AGRONA -> jarVersion(OneToOneRingBuffer.class);
      case CHRONICLE_QUEUE -> mavenVersion("net.openhft/chronicle-queue");
      case AERON -> jarVersion(MediaDriver.class);
      case LETTUCE -> mavenVersion("io.lettuce/lettuce-core");
      case JEDIS -> mavenVersion("redis.clients/jedis");
      case HASH_MAP, JDK, MACHINE -> "JDK " + Runtime.version();
    };
  }

  /** For jars that do not say it within: {@code hash4j-0.31.0.jar}. */
  private static String jarVersion(Class<?> type) {
    String file = type.getProtectionDomain().getCodeSource().getLocation().getPath();
    return file.substring(file.lastIndexOf('-') + 1, file.lastIndexOf('.'));
  }

  private static String mavenVersion(String artifact) {
    String name = "/META-INF/maven/" + artifact + "/pom.properties";
    try (InputStream in = Peer.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      var properties = new Properties();
      properties.load(in);
      return properties.getProperty("version");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> chronicleFlags() {
    var flags = new ArrayList<String>();
    for (String name :
        List.of(
            "java.base/jdk.internal.ref",
            "java.base/sun.nio.ch",
            "java.base/jdk.internal.misc",
            "jdk.unsupported/sun.misc",
            "jdk.compiler/com.sun.tools.javac.file")) {
      flags.add("--add-exports=" + name + "=ALL-UNNAMED");
    }
    for (String name :
        List.of(
            "jdk.compiler/com.sun.tools.javac",
            "java.base/java.lang",
            "java.base/java.lang.reflect",
            "java.base/java.io",
            "java.base/java.util",
            "java.base/sun.nio.ch",
            "java.base/java.nio",
            "java.base/jdk.internal.misc")) {
      flags.add("--add-opens=" + name + "=ALL-UNNAMED");
    }
    flags.add("--sun-misc-unsafe-memory-access=allow");
    flags.add("--enable-native-access=ALL-UNNAMED");
    flags.add("-Dchronicle.analytics.disable=true");
    flags.add("-Dslf4j.internal.verbosity=ERROR");
    return List.copyOf(flags);
  }
}
