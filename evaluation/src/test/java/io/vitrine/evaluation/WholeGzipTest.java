package io.vitrine.evaluation;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

/** Files of gzip are read whole, or refused, however they are cut into blocks. */
class WholeGzipTest {
  private static final int BUFFER_MAX = 70;

  private static byte[] member(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] joined(byte[]... parts) {
    var bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }

  private static byte[] read(byte[] file, int buffer) throws IOException {
    try (var in = new WholeGzip(new ByteArrayInputStream(file), buffer)) {
      return in.readAllBytes();
    }
  }

  @Test
  void membersAreReadOneAfterTheOther() throws IOException {
    byte[] file = joined(member("one\n"), member(""), member("two\n"));
    for (int buffer = 1; buffer < BUFFER_MAX; buffer++) {
      assertArrayEquals("one\ntwo\n".getBytes(StandardCharsets.UTF_8), read(file, buffer));
    }
  }

  @Test
  void whatIsCutOffIsRefused() throws IOException {
    byte[] first = member("one\n");
    byte[] file = joined(first, member("two\n"));
    for (int buffer = 1; buffer < BUFFER_MAX; buffer++) {
      for (int length = 0; length < file.length; length++) {
        byte[] cut = Arrays.copyOf(file, length);
        int size = buffer;
        if (length == first.length) {
          assertArrayEquals("one\n".getBytes(StandardCharsets.UTF_8), read(cut, size));
        } else {
          assertThrows(IOException.class, () -> read(cut, size), () -> "of " + cut.length);
        }
      }
    }
  }

  @Test
  void whatFollowsAndIsNoMemberIsRefused() throws IOException {
    byte[] first = member("one\n");
    byte[] second = member("two\n");
    for (int buffer = 1; buffer < BUFFER_MAX; buffer++) {
      int size = buffer;
      assertThrows(IOException.class, () -> read(joined(first, new byte[] {0}), size));
      assertThrows(IOException.class, () -> read(joined(first, new byte[100]), size));
      for (int at = 0; at < 3; at++) { // what makes it one
        byte[] damaged = second.clone();
        damaged[at] ^= 4;
        assertThrows(IOException.class, () -> read(joined(first, damaged), size));
      }
    }
  }
}
