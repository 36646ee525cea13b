package io.vitrine.remote.wire;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.vitrine.store.TypedValue;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What we write means the same to PyYAML and js-yaml, the real ones. They need {@code python3-yaml}
 * and {@code nodejs}; where these are missing the tests fail and say so.
 */
class RealParsersTest {
  private static final int MESSAGES = 400;
  private static final String JS_YAML = "META-INF/resources/webjars/js-yaml/4.3.1/dist/js-yaml.js";

  @TempDir private Path folder;

  @Test
  void pyYamlReadsTheSame() throws Exception {
    check(List.of(python(), script("parse.py").toString()), new Shown(false));
  }

  @Test
  void jsYamlReadsTheSame() throws Exception {
    String node =
        firstThatRuns(
            List.of("node", "nodejs"),
            List.of("-e", "0"),
            "no node found; install it (Debian, Ubuntu: apt-get install nodejs)");
    Path library = folder.resolve("js-yaml.js");
    try (InputStream in = RealParsersTest.class.getClassLoader().getResourceAsStream(JS_YAML)) {
      Files.copy(java.util.Objects.requireNonNull(in, JS_YAML), library);
    }
    check(List.of(node, script("parse.js").toString(), library.toString()), new Shown(true));
  }

  private static String python() {
    return firstThatRuns(
        List.of("python3", "/usr/bin/python3"),
        List.of("-c", "import yaml"),
        "no python3 with PyYAML found; install it (Debian, Ubuntu: apt-get install python3-yaml)");
  }

  private static String firstThatRuns(List<String> programs, List<String> args, String problem) {
    for (String program : programs) {
      var command = new ArrayList<String>();
      command.add(program);
      command.addAll(args);
      try {
        Process process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (process.waitFor(150, TimeUnit.SECONDS) && process.exitValue() == 0) {
          return program;
        }
        process.destroyForcibly();
      } catch (IOException e) {
        // There is no such program; the next one may be there.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return fail(problem);
  }

  private Path script(String name) throws IOException {
    Path copy = folder.resolve(name);
    try (InputStream in = RealParsersTest.class.getResourceAsStream(name)) {
      Files.copy(java.util.Objects.requireNonNull(in, name), copy);
    }
    return copy;
  }

  private void check(List<String> parser, Shown shown) throws Exception {
    var codec = new TextCodec(FrameLimits.DEFAULT);
    var expected = new ArrayList<String>();
    Path input = folder.resolve("messages.yaml");
    try (var out = Files.newOutputStream(input)) {
      for (int i = 0; i < MESSAGES + RandomValues.HARD.size(); i++) {
        Object value =
            shown.readable(
                i < MESSAGES
                    ? new RandomValues(i).next()
                    : hard(RandomValues.HARD.get(i - MESSAGES)));
        out.write(codec.encode(Message.of(Routing.to("/maps/a b", (long) i), "reply", value)));
        var meta = new LinkedHashMap<String, Object>();
        meta.put("csp", "/maps/a b");
        meta.put("tid", (long) i);
        expected.add(shown.show(new TypedValue("meta-data", meta)));
        var data = new LinkedHashMap<String, @Nullable Object>();
        data.put("reply", value);
        expected.add(shown.show(new TypedValue("data", data)));
      }
    }
    List<String> actual = run(parser, input);
    for (int i = 0; i < expected.size(); i++) {
      String found = i < actual.size() ? actual.get(i) : "nothing";
      assertEquals(expected.get(i), found, "document " + i + ", message of seed " + i / 2);
    }
    assertEquals(expected.size(), actual.size());
  }

  private static Object hard(String text) {
    return List.of(text, Map.of(text, List.of(text)), new TypedValue("T", Map.of("a", text)));
  }

  private List<String> run(List<String> parser, Path input) throws Exception {
    var command = new ArrayList<>(parser);
    command.add(input.toString());
    Path out = folder.resolve("out");
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
    assertTrue(process.waitFor(150, TimeUnit.SECONDS), "the parser does not end");
    List<String> lines = Files.readAllLines(out, UTF_8);
    assertEquals(0, process.exitValue(), () -> String.join("\n", lines));
    return lines;
  }

  /**
   * Values in the form that the scripts print.
   *
   * @param javaScript as JavaScript has them: all numbers are floats, names of maps strings
   */
  private record Shown(boolean javaScript) {
    /** The value with what the library's own language has no value for replaced. */
    @Nullable Object readable(@Nullable Object value) {
      return switch (value) {
        case List<?> list -> {
          var readable = new ArrayList<@Nullable Object>();
          list.forEach(element -> readable.add(readable(element)));
          yield readable;
        }
        case Map<?, ?> map -> {
          var readable = new LinkedHashMap<Object, @Nullable Object>();
          map.forEach(
              (key, element) -> readable.put(javaScript ? "k" + key : key, readable(element)));
          yield readable;
        }
        case TypedValue typed -> {
          // A constructor of js-yaml does not learn whether a scalar had quotes.
          Object content = readable(typed.content());
          boolean scalar = !(content instanceof List || content instanceof Map);
          yield new TypedValue(
              typed.name(), javaScript && scalar ? List.of(String.valueOf(content)) : content);
        }
        case null, default -> value;
      };
    }

    String show(@Nullable Object value) {
      return switch (value) {
        case null -> "null";
        case Boolean truth -> truth.toString();
        case Double number -> real(number);
        case BigInteger number -> javaScript ? real(number.doubleValue()) : "int " + number;
        case Long number -> javaScript ? real(number.doubleValue()) : "int " + number;
        case String text -> string(text);
        case byte[] bytes -> "bytes " + HexFormat.of().formatHex(bytes);
        case List<?> list -> "[" + String.join(",", list.stream().map(this::show).toList()) + "]";
        case Map<?, ?> map -> map(map);
        case TypedValue typed -> "!" + string(typed.name()) + " " + show(typed.content());
        default -> throw new IllegalArgumentException(value.toString());
      };
    }

    private String map(Map<?, ?> map) {
      var parts = new ArrayList<String>();
      if (javaScript) {
        var sorted = new TreeMap<String, @Nullable Object>();
        map.forEach((key, element) -> sorted.put((String) key, element));
        sorted.forEach((key, element) -> parts.add(show(key) + ":" + show(element)));
      } else {
        map.forEach((key, element) -> parts.add(show(key) + ":" + show(element)));
      }
      return "{" + String.join(",", parts) + "}";
    }

    private static String real(double number) {
      return "float "
          + (Double.isNaN(number)
              ? "nan"
              : HexFormat.of().toHexDigits(Double.doubleToRawLongBits(number)));
    }

    private static String string(String text) {
      var hex = new StringBuilder("str ");
      text.chars().forEach(c -> hex.append(HexFormat.of().toHexDigits((char) c)));
      return hex.toString();
    }
  }
}
