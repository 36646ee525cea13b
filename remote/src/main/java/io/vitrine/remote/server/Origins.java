package io.vitrine.remote.server;

import io.netty.util.NetUtil;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides which pages a browser may connect from. Immutable, safe for any number of threads.
 *
 * @param allowed origins of pages from elsewhere
 * @param host address that the server listens at, as it was given
 */
record Origins(Set<String> allowed, String host) {
  /**
   * Whether a WebSocket may be opened.
   *
   * @param origin where the page is from as the browser says; null where no browser asks
   * @param asked the header {@code Host}: what the page's own server would be called
   */
  boolean allows(@Nullable String origin, @Nullable String asked) {
    if (origin == null || allowed.contains(WebOptions.ANY)) {
      return true;
    }
    String from = origin.toLowerCase(Locale.ROOT);
    return allowed.contains(from) || isOwn(from, asked);
  }

  /* A page of ours has our address as its origin. But the owner of a name can have it mean
   * 127.0.0.1 from one moment to the next, and then the page of somebody else has it, too. So it
   * must be an address in digits, localhost, or the name that the server was told. */
  private boolean isOwn(String origin, @Nullable String asked) {
    if (asked == null) {
      return false;
    }
    String authority = asked.toLowerCase(Locale.ROOT);
    return (origin.equals("http://" + authority) || origin.equals("https://" + authority))
        && isTrusted(nameIn(authority));
  }

  private boolean isTrusted(String name) {
    return name.equals("localhost")
        || name.equals(host.toLowerCase(Locale.ROOT))
        || NetUtil.isValidIpV4Address(name)
        || NetUtil.isValidIpV6Address(name);
  }

  private static String nameIn(String authority) {
    int colon = authority.lastIndexOf(':');
    boolean port = colon >= 0 && authority.indexOf(']', colon) < 0;
    String name = port ? authority.substring(0, colon) : authority;
    return name.startsWith("[") && name.endsWith("]") ? name.substring(1, name.length() - 1) : name;
  }
}
