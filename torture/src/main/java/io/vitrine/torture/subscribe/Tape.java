package io.vitrine.torture.subscribe;

import io.vitrine.collections.Bookmark;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The file in which a subscriber notes what it is told, one line a call, before the call returns:
 * it outlives the process, and its next life goes on from there. Safe for any number of threads.
 */
final class Tape implements AutoCloseable {
  private final FileChannel channel;
  private final Map<String, Long> copy = new HashMap<>();
  private long place = -1;

  /** Opens a tape and reads what it says already; a line that was not finished is cut off. */
  Tape(Path file) throws IOException {
    List<Line> lines = read(file);
    channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    long whole = 0;
    for (Line line : lines) {
      whole += line.write().length() + 1;
      follow(line);
    }
    channel.truncate(whole).position(whole);
  }

  /** How far a subscriber has come that another process may write for, -1 for nowhere. */
  static long placeOf(Path file) throws IOException {
    long place = -1;
    for (Line line : read(file)) {
      place = placeAfter(line, place);
    }
    return place;
  }

  private static long placeAfter(Line line, long place) {
    return switch (line.kind()) {
      case LIFE -> line.revision() < 0 ? -1 : place;
      case BOOTSTRAPPED, FILTERED -> line.revision();
      case INSERTED, UPDATED, REMOVED, PUBLISHED ->
          place >= 0 && line.timed() ? line.revision() : place;
      case PROGRESS -> place >= 0 ? line.revision() : place;
      default -> place; // what is told in a state, or of a change of the filter, is no place
    };
  }

  /** The copy of a subscriber that another process may write to. */
  static Map<String, Long> stateOf(Path file) throws IOException {
    Map<String, Long> copy = new HashMap<>();
    for (Line line : read(file)) {
      Long value = line.value();
      switch (line.kind()) {
        case LIFE -> {
          if (line.revision() < 0) {
            copy.clear();
          }
        }
        case EXISTING, INSERTED, UPDATED -> {
          if (value != null) {
            copy.put(line.text(), value);
          }
        }
        case REMOVED -> copy.remove(line.text());
        default -> {
          // nothing of entries
        }
      }
    }
    return copy;
  }

  /** The whole lines of a file. */
  static List<Line> read(Path file) throws IOException {
    var lines = new ArrayList<Line>();
    if (Files.exists(file)) {
      String text = Files.readString(file);
      for (String line : text.split("\n", -1)) {
        if (line.endsWith(";")) {
          lines.add(Line.read(line));
        }
      }
    }
    return lines;
  }

  synchronized void write(Line line) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(line.write() + "\n");
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    follow(line);
  }

  private void follow(Line line) {
    place = placeAfter(line, place);
    Long value = line.value();
    switch (line.kind()) {
      case LIFE -> {
        if (line.revision() < 0) {
          copy.clear();
        }
      }
      case EXISTING, INSERTED, UPDATED -> {
        if (value != null) {
          copy.put(line.text(), value);
        }
      }
      case REMOVED -> copy.remove(line.text());
      default -> {
        // nothing that a subscriber keeps
      }
    }
  }

  /** Where the next life goes on, null if it is to begin with the present state. */
  synchronized @Nullable Bookmark bookmark() {
    return place < 0 ? null : new Bookmark(0, place);
  }

  /** How far its subscriber has come, -1 for nowhere. */
  synchronized long place() {
    return place;
  }

  /** The copy itself, to which the subscriber applies what it is told. */
  Map<String, Long> copy() {
    return copy;
  }

  /** What the copy is now. */
  synchronized Map<String, Long> state() {
    return Map.copyOf(copy);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
