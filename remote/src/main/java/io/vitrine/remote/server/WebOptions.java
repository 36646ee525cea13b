package io.vitrine.remote.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a server is for browsers. Immutable; begin with {@link #DEFAULT}.
 *
 * <p>A browser lets any page open a WebSocket to any port of this machine and tells from where the
 * page is. So only pages that the server itself answered with get one, and those that are named
 * here.
 *
 * @param origins where pages may be from besides: {@code https://example.org}, {@code
 *     http://localhost:8080}, {@code null} for files and sandboxed frames, {@code *} for anywhere
 * @param page what {@code GET /} is answered with, HTML; null for nothing
 */
public record WebOptions(Set<String> origins, @Nullable String page) {
  /** No pages from elsewhere, and none of our own. */
  public static final WebOptions DEFAULT = new WebOptions(Set.of(), null);

  static final String ANY = "*";

  /**
   * Checks and copies.
   *
   * @throws IllegalArgumentException if one is no origin
   */
  public WebOptions {
    var checked = new LinkedHashSet<String>();
    for (String origin : origins) {
      checked.add(check(origin));
    }
    origins = Set.copyOf(checked);
  }

  /**
   * The same with pages from elsewhere.
   *
   * @param allowed their origins, in place of those before
   * @return new options
   * @throws IllegalArgumentException if one is no origin
   */
  public WebOptions withOrigins(Set<String> allowed) {
    return new WebOptions(allowed, page);
  }

  /**
   * The same with a page.
   *
   * @param html what {@code GET /} is answered with, null for nothing
   * @return new options
   */
  public WebOptions withPage(@Nullable String html) {
    return new WebOptions(origins, html);
  }

  private static String check(String origin) {
    if (origin.equals(ANY) || origin.equals("null")) {
      return origin;
    }
    try {
      var uri = new URI(origin);
      if (uri.getScheme() != null
          && uri.getHost() != null
          && uri.getRawUserInfo() == null
          && (uri.getScheme() + "://" + uri.getRawAuthority()).equals(origin)) {
        return origin.toLowerCase(java.util.Locale.ROOT);
      }
    } catch (URISyntaxException _) {
      // Told below like everything else that is none.
    }
    throw new IllegalArgumentException(
        "origin is "
            + origin
            + ", expected scheme, host and, unless it is the usual one, port, such as"
            + " https://example.org, or null or *");
  }
}
