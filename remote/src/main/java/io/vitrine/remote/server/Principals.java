package io.vitrine.remote.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** Principals with what shows who they are and what they may do. Immutable. */
final class Principals {
  private static final Set<String> FIELDS = Set.of("token", "certificate", "may");

  private final Map<String, Principal> byName;

  private Principals(Map<String, Principal> byName) {
    this.byName = byName;
  }

  private record Principal(
      String name, List<TokenHash> tokens, List<X500Principal> certificates, List<Rule> rules) {}

  /** A path, or with {@code *} every path that begins so, and what may be done there. */
  private record Rule(String path, boolean isPrefix, Set<Verb> verbs) {
    boolean permits(String other, Verb verb) {
      return (isPrefix ? other.startsWith(path) : other.equals(path)) && verbs.contains(verb);
    }
  }

  /**
   * Makes them of what a file says.
   *
   * @throws IllegalArgumentException if it says what cannot be
   */
  static Principals of(Object root) {
    var byName = new LinkedHashMap<String, Principal>();
    for (Map.Entry<?, ?> entry : map("the file", root).entrySet()) {
      String name = String.valueOf(entry.getKey());
      if (byName.put(name, principal(name, map(name, entry.getValue()))) != null) {
        throw new IllegalArgumentException(name + " is there twice, once as another type");
      }
    }
    return new Principals(byName);
  }

  private static Principal principal(String name, Map<?, ?> fields) {
    for (Object field : fields.keySet()) {
      if (field == null || !FIELDS.contains(field)) { // a set of the JDK's does not take null
        throw new IllegalArgumentException(
            name + ": there is no field " + field + ", expected token, certificate and may");
      }
    }
    var tokens = new ArrayList<TokenHash>();
    var certificates = new ArrayList<X500Principal>();
    try {
      texts(fields.get("token")).forEach(text -> tokens.add(TokenHash.parse(text)));
      texts(fields.get("certificate")).forEach(text -> certificates.add(new X500Principal(text)));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
    }
    if (tokens.isEmpty() && certificates.isEmpty()) {
      throw new IllegalArgumentException(
          name + " has neither token nor certificate, so nobody can be " + name);
    }
    var rules = new ArrayList<Rule>();
    for (Map.Entry<?, ?> rule : map(name + ": may", fields.get("may")).entrySet()) {
      rules.add(rule(name, String.valueOf(rule.getKey()), rule.getValue()));
    }
    return new Principal(name, tokens, certificates, rules);
  }

  private static Rule rule(String name, String path, @Nullable Object verbs) {
    boolean isPrefix = path.endsWith("*");
    String begin = isPrefix ? path.substring(0, path.length() - 1) : path;
    if ((!begin.startsWith("/") && !path.equals("*")) || begin.indexOf('*') >= 0) {
      throw new IllegalArgumentException(
          name
              + ": path is "
              + path
              + ", expected /maps/NAME, or with * at its end for all that begin so");
    }
    var allowed = EnumSet.noneOf(Verb.class);
    for (String verb : texts(verbs)) {
      allowed.addAll(verb.equals("all") ? EnumSet.allOf(Verb.class) : Set.of(verb(name, verb)));
    }
    return new Rule(begin, isPrefix, allowed);
  }

  private static Verb verb(String name, String text) {
    for (Verb verb : Verb.values()) {
      if (verb.name().toLowerCase(Locale.ROOT).equals(text)) {
        return verb;
      }
    }
    throw new IllegalArgumentException(
        name + ": verb is " + text + ", expected read, write, visit, subscribe, admin or all");
  }

  private static Map<?, ?> map(String what, @Nullable Object model) {
    if (model instanceof Map<?, ?> map) {
      return map;
    }
    throw new IllegalArgumentException(what + " is no map; see docs/wire.md, Security");
  }

  /** One text or a list of them. */
  private static List<String> texts(@Nullable Object model) {
    var texts = new ArrayList<String>();
    for (Object element :
        model instanceof List<?> list ? list : model == null ? List.of() : List.of(model)) {
      texts.add(String.valueOf(element));
    }
    return texts;
  }

  /** Who has a token. All are compared, whichever it is. */
  @Nullable String ofToken(String token) {
    if (!UTF_8.newEncoder().canEncode(token)) {
      return null; // half a pair of surrogates, which would count as a question mark
    }
    byte[] bytes = token.getBytes(UTF_8);
    String found = null;
    for (Principal principal : byName.values()) {
      for (TokenHash hash : principal.tokens) {
        if (hash.isOf(bytes)) {
          found = principal.name;
        }
      }
    }
    return found;
  }

  @Nullable String ofCertificate(X500Principal certificate) {
    for (Principal principal : byName.values()) {
      if (principal.certificates.contains(certificate)) {
        return principal.name;
      }
    }
    return null;
  }

  boolean permits(String name, String path, Verb verb) {
    Principal principal = byName.get(name);
    if (principal == null) {
      return false;
    }
    for (Rule rule : principal.rules) {
      if (rule.permits(path, verb)) {
        return true;
      }
    }
    return false;
  }
}
