package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The layouts of all files, frozen: changing one means a new format version. */
class LayoutTest {
  private static String print(Class<?> layout) {
    return Arrays.stream(layout.getDeclaredFields())
        .filter(f -> Modifier.isStatic(f.getModifiers()) && f.getType().isPrimitive())
        .map(f -> f.getName() + " " + value(f))
        .collect(Collectors.joining("\n"));
  }

  private static long value(Field field) {
    try {
      field.setAccessible(true);
      return ((Number) field.get(null)).longValue();
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void controlFile() {
    assertEquals(
        """
        MAGIC 0
        VERSION 8
        EPOCH 16
        CHECK 24
        NEXT_MAP_ID 64
        LOG_TAIL 128
        LOG_FIRST 192
        LOG_SETTLED 200
        LOG_LAST 208
        LOG_LOCK 256
        CATALOGUE_LOCK 320
        CATALOGUE_RECORD 328
        CATALOGUE_MAP_ID 336
        CATALOGUE_TASK 344
        COLLECTIONS 352
        DURABLE 384
        BOOT_ID 392
        CLEAN 400
        RECOVERED_TO 408
        FORMER_EPOCH 416
        FORCE_LOCK 448
        FORCED_TO 456
        FORCE_FAILED 464
        CHECKPOINT_LOCK 512
        CHECKPOINT 520
        CHECKPOINT_BYTES 528
        COMPACTION_LOCK 576
        UNLOGGED 640
        LOG_BASE 704
        LOG_PENDING 712
        PROCESSES 4096
        LENGTH 69632
        MAGIC_VALUE 5931051951110506838
        VERSION_VALUE 4\
        """,
        print(ControlLayout.class));
  }

  @Test
  void mapFile() {
    assertEquals(
        """
        MAGIC 0
        VERSION 8
        MAP_ID 16
        EPOCH 24
        SEGMENTS 32
        HASH_ID 40
        HASH_SEED 48
        HASH_TEST 56
        SEGMENTS_AT 64
        META_BYTES 72
        CHECK 80
        STATE 128
        TAKEOVERS 136
        EXPIRES 144
        TABLE_GROWTHS 152
        GENERATION 160
        LEFT_FREE 168
        SPACE_LOCK 192
        ALLOCATED 200
        CAPACITY 208
        PAGE_MAP 216
        TOP 224
        FILE_GROWTHS 232
        GROWTH_LOCK 240
        BINS 256
        BIN_COUNT 32
        GUARD 512
        META 1024
        MAGIC_VALUE 3553411906344864086
        VERSION_VALUE 4
        IN_USE 76224212782665
        DROPPED 19216509663400516
        PAGE_SHIFT 12
        PAGE 4096
        PAGE_MAP_SHIFT 48
        PAGE_MAP_OFFSET_MASK 281474976710655\
        """,
        print(MapLayout.class));
  }

  @Test
  void lineOfACompactMap() {
    assertEquals(
        """
        PLACES 7
        CHECKS 0
        REVISION 8
        ENTRIES 16
        UNDO_LINE 128
        UNDO_PLACE 136
        UNDO_CHECKS 144
        UNDO_REVISION 152
        UNDO_ENTRY 160
        UNDO_LINE_AGAIN 176
        OVERFLOWED 1
        REVISION_MASK 72057594037927928
        DOUBTFUL 128
        OCCUPIED 36170086419038336
        FACTOR_0 5645889021261014683
        FACTOR_1 3248842131919680083
        FACTOR_2 -1629345053750291747
        FACTOR_3 8296419015491565917
        FACTOR_PLACE -2528539912876795673\
        """,
        print(CompactLayout.class));
  }

  @Test
  void segmentAndBlock() {
    assertEquals(
        """
        VERSION 0
        TABLE 8
        ENTRIES 16
        TOMBSTONES 24
        LIVE_BYTES 32
        CHUNK_BYTES 40
        LARGE_BYTES 48
        TIDIED 56
        LOCK 64
        INTENT_SLOT 72
        INTENT_OLD 80
        INTENT_NEW 88
        INTENT_RECORD 96
        PENDING 104
        CHUNKS 112
        MOVED_TABLE 120
        FREE 128
        SPARES 768
        LENGTH 1024
        DROPPED -9223372036854775808
        GROUP 1
        RUN 2
        MOVED 137438953471
        LINE_SHIFT 6
        LINE_BYTES 64
        TABLE_LINES_SHIFT 37
        TABLE_OFFSET_MASK 137438953471
        TABLE_LINES_MASK 16777215
        FIRST_LINES 4
        TABLE_CHECK_SHIFT 61
        THIRDS 1317624576693539401\
        """,
        print(SegmentLayout.class));
    assertEquals(
        """
        REVISION 0
        LENGTHS 8
        KEY 16
        KEY_BYTES_MAX 65535
        VALUE_BYTES_MAX 1099511627775
        WIDE 1
        EXPIRES 2
        FLAGS_SHIFT 16
        EXCESS_SHIFT 18
        VALUE_SHIFT 24
        NARROW_SHIFT 20
        NARROW_MAX 1048575
        CHECK_SHIFT 40
        PLACE_SHIFT 24
        CHECK_TO_REVISION 24
        LENGTHS_MASK 1099511627775
        FREE_MARK 5067188694512586563\
        """,
        print(BlockLayout.class));
  }

  @Test
  void logFile() {
    assertEquals(
        """
        MAGIC 0
        VERSION 8
        EPOCH 16
        START 24
        FILE_LENGTH 32
        FILE_CHECK 40
        FIRST_RECORD 64
        MAGIC_VALUE 3550894020422289750
        VERSION_VALUE 4
        HEADER 0
        CHECK 8
        TIME 16
        CHANGE 24
        MAP 0
        PREVIOUS 8
        LENGTHS 16
        BODY 24
        WIDE 1
        EXPIRES 2
        KIND_SHIFT 32
        FLAGS_SHIFT 40
        OLD_SHIFT 16
        NEW_SHIFT 40
        NARROW_MAX 16777215\
        """,
        print(LogLayout.class));
  }

  @Test
  void groupRecord() {
    assertEquals(
        """
        MAP 0
        COUNT 8
        SWINGS 16
        SWING_BYTES 32
        PLACE 0
        SLOT 8
        BEFORE 16
        AFTER 24
        KIND 6
        SEGMENT_SHIFT 32\
        """,
        print(GroupLayout.class));
  }

  @Test
  void checkpoint() {
    assertEquals(
        """
        MAGIC 0
        VERSION 8
        EPOCH 16
        REVISION 24
        FILE_CHECK 32
        FIRST_ITEM 64
        MAGIC_VALUE 3553422858511468886
        VERSION_VALUE 1
        HEADER 0
        CHECK 8
        ITEM_REVISION 16
        EXPIRY 24
        LENGTHS 32
        KEY 40
        MAP 1
        ENTRY 2
        END 3
        KIND_SHIFT 56
        SIZE_MASK 72057594037927935
        VALUE_SHIFT 16\
        """,
        print(CheckpointLayout.class));
    assertEquals("SEED 0\nSEGMENTS 8\nTEXTS 16", print(MapShape.class));
  }

  /** Compares each row of a table of docs/store.md with the constant of its field. */
  private static int compareWithPage(String heading, Class<?> layout) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "store.md"));
    int at = page.indexOf("\n### " + heading);
    assertTrue(at >= 0, "docs/store.md has no section " + heading);
    String section = page.substring(at + 1, page.indexOf("\n### ", at + 1));
    Map<String, Long> constants =
        Arrays.stream(print(layout).split("\n", -1))
            .map(line -> line.split(" ", 2))
            .collect(Collectors.toMap(part -> part[0], part -> Long.parseLong(part[1])));
    int compared = 0;
    var rows = Pattern.compile("(?m)^\\| (\\d+) \\|[^|]*\\| (\\w+)(.*)$").matcher(section);
    while (rows.find()) {
      String name = rows.group(2).replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
      Long offset = constants.get(name);
      if (offset != null) {
        assertEquals(offset, Long.parseLong(rows.group(1)), heading + ": " + name);
        compared++;
      }
      Long version = constants.get("VERSION_VALUE");
      if (name.equals("VERSION") && version != null) {
        assertTrue(rows.group(3).matches("[ |]*" + version + "[ |]*"), heading + rows.group());
      }
    }
    return compared;
  }

  @Test
  void thePageTellsTheSame() throws IOException {
    assertTrue(compareWithPage("Control file", ControlLayout.class) >= 27);
    assertTrue(compareWithPage("Map file", MapLayout.class) >= 23);
    assertTrue(compareWithPage("Segment header", SegmentLayout.class) >= 17);
    for (var file :
        Map.of("Log file", LogLayout.class, "Checkpoint", CheckpointLayout.class).entrySet()) {
      long version = value(field(file.getValue()));
      String page = Files.readString(Path.of("..", "docs", "store.md"));
      int at = page.indexOf("\n### " + file.getKey());
      assertTrue(
          page.substring(at, at + 200).contains("| version " + version + " |"), file::getKey);
    }
  }

  private static Field field(Class<?> layout) {
    try {
      return layout.getDeclaredField("VERSION_VALUE");
    } catch (NoSuchFieldException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void sizeClassesAreStepsOfAtMostAnEighth() {
    assertEquals(78, SizeClass.COUNT);
    assertTrue(SegmentLayout.FREE + 8L * SizeClass.COUNT <= SegmentLayout.SPARES);
    assertTrue(SegmentLayout.SPARES + 64 <= SegmentLayout.LENGTH);
    for (long bytes = 1; bytes <= SizeClass.BYTES_MAX; bytes++) {
      long block = SizeClass.bytes(SizeClass.of(bytes));
      assertTrue(block >= bytes, "block of " + block + " for " + bytes);
      assertTrue(bytes <= 64 || block <= bytes + bytes / 8 + 1, block + " for " + bytes);
      assertEquals(SizeClass.of(bytes), SizeClass.of(block));
    }
  }
}
