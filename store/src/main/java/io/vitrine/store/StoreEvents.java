package io.vitrine.store;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/**
 * What the store tells a flight recording. Each event is for the thread that makes it.
 *
 * <p>All of them lie on paths that are rare. The first event of a JVM takes the recorder a tenth of
 * a second to get ready for, so none is made before somebody records: an event is null until then.
 */
final class StoreEvents {
  private StoreEvents() {}

  /** Begins to measure the growth of a file. */
  static @Nullable FileGrowth fileGrowth() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    var event = new FileGrowth();
    event.begin();
    return event;
  }

  static void end(@Nullable FileGrowth event, String file, long bytesBefore, long bytesAfter) {
    if (event != null && event.shouldCommit()) {
      event.file = file;
      event.bytesBefore = bytesBefore;
      event.bytesAfter = bytesAfter;
      event.commit();
    }
  }

  /** Begins to measure the replacement of a bucket table. */
  static @Nullable TableReplaced tableReplaced() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    var event = new TableReplaced();
    event.begin();
    return event;
  }

  static void end(
      @Nullable TableReplaced event, String file, int segment, long linesBefore, long linesAfter) {
    if (event != null && event.shouldCommit()) {
      event.file = file;
      event.segment = segment;
      event.linesBefore = linesBefore;
      event.linesAfter = linesAfter;
      event.commit();
    }
  }

  /** Begins to measure a takeover. */
  static @Nullable Takeover takeover() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    var event = new Takeover();
    event.begin();
    return event;
  }

  static void end(@Nullable Takeover event, String file, int segment) {
    if (event != null && event.shouldCommit()) {
      event.file = file;
      event.segment = segment;
      event.commit();
    }
  }

  /** Begins to measure a repair. */
  static @Nullable Repair repair() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    var event = new Repair();
    event.begin();
    return event;
  }

  static void end(@Nullable Repair event, String file, int segment) {
    if (event != null && event.shouldCommit()) {
      event.file = file;
      event.segment = segment;
      event.commit();
    }
  }

  /** Begins to measure the creation of a log file. */
  static @Nullable LogFileCreation logFileCreation() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    var event = new LogFileCreation();
    event.begin();
    return event;
  }

  static void end(@Nullable LogFileCreation event, String file, long bytes) {
    if (event != null && event.shouldCommit()) {
      event.file = file;
      event.bytes = bytes;
      event.commit();
    }
  }

  /** Begins to measure a force. */
  static @Nullable Force force() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    var event = new Force();
    event.begin();
    return event;
  }

  static void end(@Nullable Force event, long bytes) {
    if (event != null && event.shouldCommit()) {
      event.bytes = bytes;
      event.commit();
    }
  }

  /** Begins to measure the making of a checkpoint. */
  static @Nullable CheckpointMade checkpoint() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    var event = new CheckpointMade();
    event.begin();
    return event;
  }

  static void end(@Nullable CheckpointMade event, long revision, long bytes) {
    if (event != null && event.shouldCommit()) {
      event.revision = revision;
      event.bytes = bytes;
      event.commit();
    }
  }

  /** Begins to measure a compaction. */
  static @Nullable Compaction compaction() {
    if (!FlightRecorder.isInitialized()) {
      return null;
    }
    var event = new Compaction();
    event.begin();
    return event;
  }

  static void end(@Nullable Compaction event, String file, CompactionReport report) {
    if (event != null && event.shouldCommit()) {
      event.file = file;
      event.entries = report.entries();
      event.bytesBefore = report.bytesBefore();
      event.bytesAfter = report.bytesAfter();
      event.pause = report.pauseNanos();
      event.commit();
    }
  }

  /** What all events have in common. */
  @Category({"Vitrine", "Store"})
  @StackTrace(false)
  abstract static class StoreEvent extends Event {}

  /** A map's file grew. */
  @Name("io.vitrine.FileGrowth")
  @Label("File Growth")
  @Description("The file of a map was extended, within a call that writes")
  static final class FileGrowth extends StoreEvent {
    @Label("File")
    String file = "";

    @Label("Size Before")
    @DataAmount
    long bytesBefore;

    @Label("Size After")
    @DataAmount
    long bytesAfter;
  }

  /** A segment's bucket table was replaced. */
  @Name("io.vitrine.TableGrowth")
  @Label("Table Growth")
  @Description("The bucket table of a segment was replaced by a larger or a tidier one")
  static final class TableReplaced extends StoreEvent {
    @Label("File")
    String file = "";

    @Label("Segment")
    int segment;

    @Label("Lines Before")
    long linesBefore;

    @Label("Lines After")
    long linesAfter;
  }

  /** A lock was taken over. */
  @Name("io.vitrine.Takeover")
  @Label("Takeover")
  @Description("The lock of a dead process was taken over, and what it guards put in order")
  static final class Takeover extends StoreEvent {
    @Label("File")
    String file = "";

    @Label("Segment")
    int segment;
  }

  /** A segment was put in order. */
  @Name("io.vitrine.Repair")
  @Label("Repair")
  @Description("A segment was put in order after its writer died or failed")
  static final class Repair extends StoreEvent {
    @Label("File")
    String file = "";

    @Label("Segment")
    int segment;
  }

  /** A file of the log was created. */
  @Name("io.vitrine.LogFileCreation")
  @Label("Log File Creation")
  @Description("The change log was extended by a file")
  static final class LogFileCreation extends StoreEvent {
    @Label("File")
    String file = "";

    @Label("Size")
    @DataAmount
    long bytes;
  }

  /** The log was forced to disk. */
  @Name("io.vitrine.Force")
  @Label("Force")
  @Description("The change log was forced to disk; short forces only where the threshold is lower")
  @Threshold("20 ms")
  static final class Force extends StoreEvent {
    @Label("Size")
    @DataAmount
    long bytes;
  }

  /** A map got a smaller file. */
  @Name("io.vitrine.Compaction")
  @Label("Compaction")
  @Description("The entries of a map were copied into a file of their size, which is the map now")
  static final class Compaction extends StoreEvent {
    @Label("File")
    String file = "";

    @Label("Entries")
    long entries;

    @Label("Size Before")
    @DataAmount
    long bytesBefore;

    @Label("Size After")
    @DataAmount
    long bytesAfter;

    @Label("Pause of Writers")
    @Timespan(Timespan.NANOSECONDS)
    long pause;
  }

  /** A checkpoint was made. */
  @Name("io.vitrine.Checkpoint")
  @Label("Checkpoint")
  @Description("The maps were summed up on disk, so that the log before is needed no longer")
  static final class CheckpointMade extends StoreEvent {
    @Label("Revision")
    long revision;

    @Label("Size")
    @DataAmount
    long bytes;
  }
}
