package io.vitrine.remote.cli;

import io.vitrine.collections.ObservableList;
import io.vitrine.collections.ObservableMap;
import io.vitrine.collections.ObservableSet;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.client.VitrineClient;
import io.vitrine.remote.server.ServerOptions;
import io.vitrine.store.Store;
import io.vitrine.store.Stores;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say which catalogue a command is about: one on a server or one in a folder. */
final class Target {
  @ArgGroup(multiplicity = "1")
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private Choice choice;

  @Mixin
  @SuppressWarnings("NullAway.Init") // picocli sets it
  private ConnectOptions connecting;

  /** One of the two. */
  static final class Choice {
    @Option(
        names = "--connect",
        paramLabel = "HOST:PORT",
        description = "Ask the server there; the port may be left out.")
    private @Nullable String connect;

    @Option(names = "--data", paramLabel = "DIR", description = "Open the store in this folder.")
    private @Nullable Path data;
  }

  /** Opens the catalogue, which must be there. */
  Vitrine open() throws IOException {
    if (choice.data != null) {
      requireStore(choice.data);
    }
    return openOrCreate();
  }

  /** Refuses a folder in which a store would be made. */
  static void requireStore(Path folder) throws IOException {
    if (isEmpty(folder)) {
      throw new IllegalArgumentException(
          folder + " holds no store; make one with vitrine create --data " + folder);
    }
  }

  /**
   * Opens a store whose data are only read: for that alone where nothing can be written, as on a
   * file system that is mounted read-only.
   */
  static Store openToRead(Path folder) {
    return Files.isWritable(folder) ? Stores.open(folder) : Stores.openReadOnly(folder);
  }

  /** The path of a map, which may be a bare name. */
  static String mapPath(String path) {
    return path.indexOf('/') < 0 ? "/maps/" + path : path;
  }

  /** Opens the catalogue, making a store in the folder where there is none. */
  Vitrine openOrCreate() throws IOException {
    if (choice.data != null) {
      return Vitrine.open(choice.data, types());
    }
    InetSocketAddress address = address(choice.connect == null ? "" : choice.connect);
    return VitrineClient.connect(
        address.getHostString(), address.getPort(), types(), connecting.options());
  }

  /** What HOST:PORT names, not looked up; the host or the port may be left out. */
  static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? text : text.substring(0, colon);
    int port = colon < 0 ? ServerOptions.DEFAULT_PORT : port(text.substring(colon + 1));
    return InetSocketAddress.createUnresolved(host.isEmpty() ? "127.0.0.1" : host, port);
  }

  /** A map that must be there. */
  static ObservableMap<Object, Object> map(Vitrine vitrine, String path) {
    ObservableMap<Object, Object> map = vitrine.existingMap(path);
    if (map == null) {
      throw new IllegalArgumentException(
          "there is no collection " + path + "; create it or list what is there");
    }
    return map;
  }

  /** A set that must be there. */
  static ObservableSet<Object> set(Vitrine vitrine, String path) {
    ObservableSet<Object> set = vitrine.existingSet(path);
    if (set == null) {
      throw new IllegalArgumentException(
          "there is no collection " + path + "; create it or list what is there");
    }
    return set;
  }

  /** A list that must be there. */
  static ObservableList<Object> list(Vitrine vitrine, String path) {
    ObservableList<Object> list = vitrine.existingList(path);
    if (list == null) {
      throw new IllegalArgumentException(
          "there is no collection " + path + "; create it or list what is there");
    }
    return list;
  }

  /** Whether a path is one of a set. */
  static boolean isSet(String path) {
    return path.startsWith("/sets/");
  }

  /** Whether a path is one of a list. */
  static boolean isList(String path) {
    return path.startsWith("/lists/");
  }

  /** What the commands on the class path register. */
  static TypeRegistry types() {
    var types = new TypeRegistry();
    ServiceLoader.load(CommandProvider.class).forEach(p -> p.registerTypes(types));
    return types;
  }

  private static boolean isEmpty(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return !Files.exists(folder);
    }
    try (var files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  private static int port(String text) {
    try {
      int port = Integer.parseInt(text);
      if (port > 0 && port <= 65_535) {
        return port;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new UsageException("port is " + text + ", expected a number from 1 to 65535");
  }
}
