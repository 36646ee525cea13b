package io.vitrine.remote.server;

import io.vitrine.collections.Description;
import io.vitrine.remote.wire.ErrorCode;
import io.vitrine.remote.wire.WireEncoding;
import io.vitrine.store.StoreException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The events of the session itself. Stateless: each call runs on the thread of its connection. */
final class SessionEvents {
  private static final Set<String> NAMES =
      Set.of("client", "version", "wire", "token", "session", "resume");
  private static final long VERSION = 1;
  private static final int SESSION_LENGTH_MAX = 100;

  private SessionEvents() {}

  static boolean isOne(String event) {
    return event.equals("hello") || event.equals("bye") || event.equals("sync");
  }

  static @Nullable Object handle(Request request) {
    return switch (request.event()) {
      case "hello" -> hello(request);
      case "bye" -> {
        request.connection().bye();
        yield null;
      }
      case "sync" -> {
        // All that came before has been done, since requests are done in order.
        Arguments.none("sync", request.argument());
        yield null;
      }
      default ->
          throw new RequestException(
              ErrorCode.UNKNOWN_EVENT,
              "the session knows hello, sync and bye and no event "
                  + request.event()
                  + "; name a collection or / with csp in the meta-data");
    };
  }

  private static Object hello(Request request) {
    Map<?, ?> said = said(request);
    Connection connection = request.connection();
    ServerOptions options = connection.server().options();
    Authenticator authenticator = options.authenticator();
    if (authenticator != null) {
      Object token = said.get("token");
      boolean isText = token == null || token instanceof String; // else it is that of nobody
      String principal =
          isText ? authenticator.principalOf((String) token, connection.certificate()) : null;
      if (principal == null) {
        throw new RequestException(
            ErrorCode.NOT_AUTHENTICATED,
            token == null
                ? "hello has no token, and there is no certificate that would do"
                : "the token of hello is not good");
      }
      connection.authenticated(principal);
    }
    if (said.get("wire") instanceof String wire) {
      connection.answerInJson(wire.equals("json"));
    }
    boolean resumed = connection.enter(session(said), resume(said));
    var answer = new LinkedHashMap<String, Object>();
    answer.put("server", "vitrine");
    answer.put("version", VERSION);
    answer.put("session", connection.sessionId());
    answer.put("resumed", resumed);
    answer.put("unanswered", connection.unanswered());
    answer.put("limits", limits(options.limits()));
    Long epoch = epoch(connection.server().catalogue());
    if (epoch != null) {
      answer.put("epoch", epoch);
    }
    return answer;
  }

  private static Map<?, ?> said(Request request) {
    Object argument = request.argument();
    if (argument == null || (argument instanceof List<?> list && list.isEmpty())) {
      return Map.of();
    }
    if (!(argument instanceof Map<?, ?> said) || !Arguments.hasOnly(NAMES, said)) {
      throw Arguments.bad("hello", "argument is no map of some of " + NAMES);
    }
    Object version = said.get("version");
    if (version != null && !version.equals(VERSION)) {
      throw Arguments.bad("hello", "version is " + version + ", expected " + VERSION);
    }
    Object wire = said.get("wire");
    boolean binary = request.connection().encoding() == WireEncoding.CBOR;
    boolean fits = binary ? "cbor".equals(wire) : "yaml".equals(wire) || "json".equals(wire);
    if (wire != null && !fits) {
      throw Arguments.bad(
          "hello",
          "wire is "
              + wire
              + ", and the connection speaks "
              + (binary ? "cbor" : "yaml, of which json is a part")
              + "; what it speaks is chosen by its first byte");
    }
    return said;
  }

  private static @Nullable String session(Map<?, ?> said) {
    Object id = said.get("session");
    if (id == null) {
      return null;
    }
    String text = Arguments.string("hello", "session", id);
    if (text.isEmpty() || text.length() > SESSION_LENGTH_MAX) {
      throw Arguments.bad(
          "hello", "session has " + text.length() + " characters, expected 1 to 100");
    }
    return text;
  }

  private static long resume(Map<?, ?> said) {
    Object resume = said.get("resume");
    return resume == null ? Long.MIN_VALUE : Arguments.integer("hello", "resume", resume);
  }

  private static Map<String, Object> limits(ServerLimits limits) {
    var model = new LinkedHashMap<String, Object>();
    model.put("frameBytes", (long) limits.frame().frameBytesMax());
    model.put("nesting", (long) limits.frame().nestingMax());
    model.put("unanswered", (long) limits.unansweredMax());
    model.put("subscriptions", (long) limits.subscriptionsMax());
    model.put("cursors", (long) limits.cursorsMax());
    return model;
  }

  /** Identity of the change log, where there is a collection that tells it. */
  static @Nullable Long epoch(Catalogue catalogue) {
    List<String> paths;
    try {
      paths = catalogue.list("/");
    } catch (StoreException e) {
      return null; // one is damaged: whoever uses it is told, and nobody else
    }
    for (String path : paths) {
      try {
        Description description = catalogue.vitrine().describe(path);
        if (description != null) {
          return description.epoch();
        }
      } catch (IllegalStateException | StoreException _) {
        // It was dropped right now, or is damaged: the others tell the same.
      }
    }
    return null;
  }
}
