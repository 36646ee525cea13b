package io.vitrine.remote.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.remote.wire.WireEncoding;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** No class is ever loaded because a message names it: not at the server, not at the client. */
class ClassLoadingTest {
  private static final List<String> NAMES =
      List.of(
          "io.vitrine.remote.server.Canary",
          "javax.script.ScriptEngineManager",
          "java.lang.ProcessBuilder",
          "com.sun.rowset.JdbcRowSetImpl");

  private static final List<String> REQUESTS =
      List.of(
          "get: !# {}",
          "get: !!# [x]",
          "put: [a, !# {a: 1}]",
          "put: [a, !!# [b]]",
          "put: [a, {# : 1}]",
          "put: [a, '!!# {}']",
          "putAll: {a: !# x}",
          "asyncUpdate: [a, !# {}]",
          "syncUpdate: [a, !# {}, !# {}]",
          "syncUpdate: [a, !Add {amount: 1}, !# {}]",
          "applyTo: [a, !# {}]",
          "subscribe: !# {}",
          "subscribe: {filter: !# {}, select: !# {}}",
          "subscribe: [!# {}]",
          "containsValue: !<tag:yaml.org,2002:#> {}",
          "#: 1");

  private static final List<String> CATALOGUE_REQUESTS =
      List.of(
          "create: [/maps/x, {key: #, value: any}]",
          "create: [/maps/x, {key: string, value: '!#'}]",
          "create: [/maps/x, {key: string, value: 'list<#>'}]",
          "create: [/maps/x, {key: string, value: any, hash: #}]",
          "list: !# {}",
          "hello: {client: !# {}}",
          "describe: '/maps/#'");

  private static void assertNotAsked(RecordingLoader loader, String known) {
    assertTrue(loader.asked().contains(known), "the loader writes nothing down");
    for (String name : NAMES) {
      assertTrue(!loader.asked().contains(name), name + " was asked for");
    }
  }

  @ParameterizedTest
  @EnumSource(WireEncoding.class)
  void notAtTheServer(WireEncoding encoding) throws Exception {
    try (var loader = new RecordingLoader()) {
      var port = new AtomicInteger();
      IntConsumer told = port::set;
      Thread serving = Thread.currentThread();
      ClassLoader before = serving.getContextClassLoader();
      serving.setContextClassLoader(loader);
      try (var _ =
              (AutoCloseable)
                  loader
                      .loadClass(WithinLoader.class.getName())
                      .getMethod("serve", IntConsumer.class)
                      .invoke(null, told);
          var nc =
              new Telnet(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), port.get()), encoding)) {
        long tid = 0;
        for (String name : NAMES) {
          for (String request : REQUESTS) {
            nc.send("/maps/p", ++tid, request.replace("#", name));
            assertNotNull(nc.read(), request);
          }
          for (String request : CATALOGUE_REQUESTS) {
            nc.send("/", ++tid, request.replace("#", name));
            assertNotNull(nc.read(), request);
          }
          nc.type("--- !!meta-data\ncsp: /\ncid: 1\ntid: 9999\nhandler: !" + name + " {}\n...\n");
          assertNotNull(nc.read());
        }
        nc.ask("/maps/p", ++tid, "size: []");
      } finally {
        serving.setContextClassLoader(before);
      }
      assertNotAsked(loader, VitrineServer.class.getName());
    }
  }

  @Test
  void notAtTheClient() throws Exception {
    try (var loader = new RecordingLoader();
        var listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      for (String name : NAMES) {
        Thread answering = Thread.ofVirtual().start(() -> answer(listener, name));
        Object outcomes =
            loader
                .loadClass(WithinLoader.class.getName())
                .getMethod("ask", int.class)
                .invoke(null, listener.getLocalPort());
        assertEquals(7, ((List<?>) outcomes).size());
        assertTrue(outcomes.toString().contains(name), outcomes.toString());
        answering.join();
      }
      assertNotAsked(loader, "io.vitrine.remote.client.VitrineClient");
    }
  }

  /** A server that answers everything but what a client begins with by a typed value. */
  private static void answer(ServerSocket listener, String name) {
    Pattern tids = Pattern.compile("^tid: (\\d+)$", Pattern.MULTILINE);
    var frame = new StringBuilder();
    try (Socket socket = listener.accept();
        var in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))) {
      int asked = 0;
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        frame.append(line).append('\n');
        if (!line.startsWith("...")) {
          continue;
        }
        Matcher tid = tids.matcher(frame);
        if (tid.find()) {
          String answer = answer(frame.toString(), name, ++asked);
          socket
              .getOutputStream()
              .write(
                  ("--- !!meta-data\ntid: " + tid.group(1) + "\n--- !!data\n" + answer + "\n...\n")
                      .getBytes(UTF_8));
        }
        frame.setLength(0);
      }
    } catch (IOException e) {
      // The client is gone.
    }
  }

  private static String answer(String frame, String name, int asked) {
    if (frame.contains("hello:")) {
      return "reply: {server: vitrine, version: 1, resumed: false, unanswered: 0}";
    }
    if (frame.contains("describe:")) {
      return "reply: {path: /maps/m, key: string, value: any, hash: rapid, segments: 1, epoch: 1}";
    }
    return asked % 2 == 0
        ? "reply: !" + name + " {a: 1}"
        : "exception: !" + name + " {message: " + name + ", type: " + name + "}";
  }
}
