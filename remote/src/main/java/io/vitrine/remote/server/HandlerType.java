package io.vitrine.remote.server;

import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A kind of channels that an application offers. Clients ask for it by name and version, {@code
 * !Name} for the first one and {@code !Name.v2} for the second, so several can be served side by
 * side; it is found in what was registered and nowhere else. Immutable.
 *
 * @param name a letter, then letters, digits and {@code _}
 * @param version from 1
 * @param verb what a client must be permitted on the path of the channel, to open it and for each
 *     event
 * @param opener makes what serves one channel
 */
public record HandlerType(String name, int version, Verb verb, Opener opener) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,99}");

  /** Makes what serves one channel. Safe for any number of threads. */
  @FunctionalInterface
  public interface Opener {
    /**
     * Opens a channel.
     *
     * @param channel the client's end of it
     * @param settings what the client said, a value of the data model
     * @return what serves it
     * @throws IllegalArgumentException if the settings will not do ({@code BadArgument})
     */
    WireHandler open(WireChannel channel, @Nullable Object settings);
  }

  /** Checks name and version. */
  public HandlerType {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "name of a handler is " + name + ", expected a letter, then letters, digits and _");
    }
    if (version < 1) {
      throw new IllegalArgumentException(
          "version of " + name + " is " + version + ", expected 1 or more");
    }
    Objects.requireNonNull(verb, "verb");
    Objects.requireNonNull(opener, "opener");
  }

  /** Whether a client means this one by a name. */
  boolean isNamed(String text) {
    return text.equals(name + ".v" + version) || (version == 1 && text.equals(name));
  }
}
