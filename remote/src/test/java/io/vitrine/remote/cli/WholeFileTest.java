package io.vitrine.remote.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  @TempDir Path folder;

  private static long write(Path target, String text) throws IOException {
    return WholeFile.write(
        target,
        stream -> {
          stream.write(text.getBytes(UTF_8));
          stream.close();
          return text.length();
        });
  }

  private List<String> names() throws IOException {
    try (var files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void twoAtATimeDoNotMix() throws IOException {
    Path target = folder.resolve("f");
    long answer =
        WholeFile.write(
            target,
            stream -> {
              stream.write("long ".repeat(1_000).getBytes(UTF_8));
              assertEquals(5, write(target, "short"));
              assertEquals("short", Files.readString(target));
              stream.write("end".getBytes(UTF_8));
              return 1_001;
            });
    assertEquals(1_001, answer);
    assertEquals("long ".repeat(1_000) + "end", Files.readString(target));
    assertEquals(List.of("f"), names());
  }

  @Test
  void afterAFailureTheFileIsAsItWas() throws IOException {
    Path target = folder.resolve("f");
    write(target, "before");
    for (Throwable failure :
        List.of(new IOException("gone"), new IllegalStateException("gone"), new Error("gone"))) {
      var thrown =
          assertThrows(
              failure.getClass(),
              () ->
                  WholeFile.write(
                      target,
                      stream -> {
                        stream.write(1);
                        throw WholeFileTest.<RuntimeException>sneaky(failure);
                      }));
      assertEquals("gone", thrown.getMessage());
    }
    assertEquals("before", Files.readString(target));
    assertEquals(List.of("f"), names());
  }

  /** As in a folder that may be written to and not read: the file is there by then. */
  @Test
  void whereTheNameAloneDidNotComeToDiskTheFileIsWritten() throws IOException {
    Path target = folder.resolve("f");
    write(target, "before");
    WholeFile.Content content =
        stream -> {
          stream.write("after".getBytes(UTF_8));
          return 1;
        };
    var thrown =
        assertThrows(
            IOException.class,
            () ->
                WholeFile.write(
                    target,
                    content,
                    in -> {
                      assertEquals(folder, in);
                      throw new AccessDeniedException(in.toString());
                    }));
    assertEquals(
        target
            + " is written, but a loss of power may take it back: cannot bring the names in its"
            + " folder to disk: no permission",
        thrown.getMessage());
    assertEquals("after", Files.readString(target));
    assertEquals(List.of("f"), names());
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Throwable> E sneaky(Throwable failure) throws E {
    throw (E) failure;
  }

  /** A pipe, or a device, would be replaced by a file, by who may. */
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void whatIsNoPlainFileStays() throws Exception {
    Path pipe = folder.resolve("p");
    assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
    var thrown = assertThrows(IOException.class, () -> write(pipe, "text"));
    assertEquals(
        "cannot write "
            + pipe
            + ": is no plain file; give another name, or none to write to the standard output",
        thrown.getMessage());
    assertFalse(Files.isRegularFile(pipe));
    assertEquals(List.of("p"), names());
  }

  /** /dev/stdout is a link, which who may would replace. */
  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void aLinkStaysAndWhatItLeadsToIsReplaced() throws IOException {
    Path file = Files.writeString(Files.createDirectory(folder.resolve("d")).resolve("f"), "");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("d/f"));
    write(link, "text");
    assertTrue(Files.isSymbolicLink(link));
    assertEquals("text", Files.readString(file));
    assertEquals(List.of("d", "link"), names());
  }

  @Test
  void whatCannotBeWrittenIsNamed() throws IOException {
    Path file = Files.writeString(folder.resolve("f"), "");
    for (Path target : List.of(folder, folder.resolve("none").resolve("g"), file.resolve("g"))) {
      var thrown = assertThrows(IOException.class, () -> write(target, "text"));
      assertTrue(
          thrown.getMessage().startsWith("cannot write " + target + ": "), thrown.getMessage());
    }
    assertEquals(List.of("f"), names());
  }
}
