package io.vitrine.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vitrine.hashing.HashStrategies;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every turned bit of a map's header: what it was comes back, or nothing; never something else. */
class HeaderSalvageTest {
  private static final String PATH = "/maps/one";
  private static final String NAME = "maps/one.vtr";
  private static final long EPOCH = 0x1234_5678_9ABC_DEF1L;
  private static final int MAP_ID = 7;

  private static final String RECORD =
      "Order{number:long,customerName:string,remarks:string?,quantity:int,unitPrice:decimal,"
          + "deliveredAt:instant?,lines:list<string>}";

  /** One file, each bit of whose header is turned and turned back. */
  private static final class Header {
    final MapShape shape;
    final MappedFile file;
    final long segmentsAt;
    final LogSalvage.Created created;
    int unsolved;

    Header(MapShape shape) throws IOException {
      this.shape = shape;
      var files = new ImageFiles("image:");
      assertTrue(MapFile.create(files, NAME, PATH, shape, MAP_ID, EPOCH));
      this.file = files.open(NAME);
      this.segmentsAt = Memory.get(file.memory(), MapLayout.SEGMENTS_AT);
      this.created = new LogSalvage.Created(PATH, shape, 64);
    }

    /** Takes the header's copy away. */
    Header alone() {
      file.memory().asSlice(segmentsAt / 2, segmentsAt / 2).fill((byte) 0);
      return this;
    }

    /** Where the copy begins, and the header's pages end. */
    long copy() {
      return segmentsAt / 2;
    }

    void turnEachBit(boolean withLog) {
      long texts = MapLayout.META + Memory.get(file.memory(), MapLayout.META_BYTES);
      for (long at = 0; at < texts; at++) {
        if (at == MapLayout.CHECK + 8) {
          at = MapLayout.META;
        }
        for (int bit = 0; bit < 8; bit++) {
          turn(at, bit);
          String what = "bit " + bit + " of byte 0x" + Long.toHexString(at);
          MapImage image =
              HeaderSalvage.of(NAME, file, EPOCH, withLog ? Map.of(MAP_ID, created) : Map.of());
          turn(at, bit);
          if (image == null) {
            unsolved++;
          } else {
            assertRight(what, image);
          }
        }
      }
    }

    private void turn(long at, int bit) {
      MemorySegment memory = file.memory();
      byte was = memory.get(ValueLayout.JAVA_BYTE, at);
      memory.set(ValueLayout.JAVA_BYTE, at, (byte) (was ^ 1 << bit));
    }

    void assertRight(String what, @Nullable MapImage image) {
      assertNotNull(image, what);
      assertEquals(PATH, image.path(), what);
      assertArrayEquals(shape.bytes(), image.shape().bytes(), what);
      assertEquals(MAP_ID, image.mapId(), what);
      assertEquals(EPOCH, image.epoch(), what);
      assertEquals(segmentsAt, image.segmentsAt(), what);
    }
  }

  private static MapShape plain() {
    return new MapShape("long", "string", HashStrategies.rapid(), 1, null);
  }

  private static MapShape[] shapes() {
    return new MapShape[] {
      plain(),
      new MapShape("string", RECORD, HashStrategies.siphash(0x7766_5544_3322_1100L), 16, null),
      MapShape.of(MapOptions.of(Codecs.uuids(), Codecs.instants()).compact()),
      new MapShape("!Money", "list<Colour(RED,GREEN,BLUE)>", HashStrategies.crc32c(), 4, null)
    };
  }

  @Test
  void withTheLogEveryBitIsFoundOut() throws IOException {
    for (MapShape shape : shapes()) {
      var header = new Header(shape).alone();
      header.turnEachBit(true);
      assertEquals(0, header.unsolved, shape::toString);
    }
  }

  @Test
  void withoutTheLogNothingWrongIsBelieved() throws IOException {
    for (MapShape shape : shapes()) {
      var header = new Header(shape).alone();
      header.turnEachBit(false);
      System.out.println(shape + ": " + header.unsolved + " turned bits are not found out");
      assertTrue(header.unsolved <= 8, shape + ": " + header.unsolved);
    }
  }

  @Test
  void withTheCopyEveryBitIsFoundOut() throws IOException {
    for (MapShape shape : shapes()) {
      var header = new Header(shape);
      header.turnEachBit(false);
      assertEquals(0, header.unsolved, shape::toString);
    }
  }

  @Test
  void aLostPageIsFoundOut() throws IOException {
    for (MapShape shape : shapes()) {
      var header = new Header(shape);
      MemorySegment memory = header.file.memory();
      memory.asSlice(0, header.copy()).fill((byte) 0xA5);
      header.assertRight("no header", HeaderSalvage.of(NAME, header.file, EPOCH, Map.of()));
      assertNull(HeaderSalvage.of("maps/two.vtr", header.file, EPOCH, Map.of()), "another name");
      assertNull(HeaderSalvage.of(NAME, header.file, EPOCH + 1, Map.of()), "another store");
    }
  }

  /** As by one hole that reaches from the texts of the header to the words of its copy. */
  @Test
  void halfOfTheHeaderAndHalfOfTheCopyAreEnough() throws IOException {
    for (MapShape shape : shapes()) {
      var header = new Header(shape);
      MemorySegment memory = header.file.memory();
      byte[] whole = memory.asSlice(0, header.segmentsAt).toArray(ValueLayout.JAVA_BYTE);
      memory.asSlice(MapLayout.META, header.copy() + 512 - MapLayout.META).fill((byte) 0);
      header.assertRight("words", HeaderSalvage.of(NAME, header.file, EPOCH, Map.of()));
      MemorySegment.copy(MemorySegment.ofArray(whole), 0, memory, 0, whole.length);
      memory.asSlice(0, 512).fill((byte) 0);
      memory.asSlice(header.copy() + 512, header.copy() - 512).fill((byte) 0);
      header.assertRight("texts", HeaderSalvage.of(NAME, header.file, EPOCH, Map.of()));
    }
  }

  @Test
  void ofBothLostTheLogTellsAlsoWhereSegmentsBegin() throws IOException {
    for (MapShape shape : shapes()) {
      var header = new Header(shape);
      MemorySegment memory = header.file.memory();
      memory.asSlice(MapLayout.META, 8).fill((byte) 0);
      memory.asSlice(header.copy() + MapLayout.META, 8).fill((byte) 0);
      assertNull(HeaderSalvage.of(NAME, header.file, EPOCH, Map.of()), "nothing tells");
      Map<Integer, LogSalvage.Created> told = Map.of(MAP_ID, header.created);
      header.assertRight("texts", HeaderSalvage.of(NAME, header.file, EPOCH, told));
      memory.asSlice(0, header.copy()).fill((byte) 0);
      header.assertRight("header", HeaderSalvage.of(NAME, header.file, EPOCH, told));
      memory.asSlice(0, header.segmentsAt).fill((byte) 0);
      header.assertRight("all of both", HeaderSalvage.of(NAME, header.file, EPOCH, told));
      if (shape.segments() > 2) { // one of them in the same hole
        memory.asSlice(0, header.segmentsAt + SegmentLayout.LENGTH).fill((byte) 0);
        header.assertRight("a segment, too", HeaderSalvage.of(NAME, header.file, EPOCH, told));
      }
    }
  }

  @Test
  void everyDamageOfTheCopyIsToldWhereItIs() throws IOException {
    for (MapShape shape : shapes()) {
      var header = new Header(shape);
      MemorySegment memory = header.file.memory();
      assertEquals(-1, HeaderCopy.differsAt(memory), "whole");
      long end = MapLayout.META + Memory.get(memory, MapLayout.META_BYTES);
      for (long at = 0; at < end; at++) {
        at = at == MapLayout.CHECK + 8 ? MapLayout.META : at;
        header.turn(header.copy() + at, 5);
        assertEquals(header.copy() + at, HeaderCopy.differsAt(memory), "differs");
        header.turn(header.copy() + at, 5);
      }
    }
  }

  /** Two bits of neighbouring words may cancel each other out in the header's check. */
  @Test
  void ofTwoBitsThatSatisfyTheCheckTheOneThatAgreesIsTaken() throws IOException {
    var header = new Header(plain()).alone();
    MemorySegment memory = header.file.memory();
    long check = MapHeader.check(memory);
    header.turn(MapLayout.HASH_TEST + 3, 4); // bit 28
    header.turn(MapLayout.HASH_SEED + 7, 7); // bit 63
    assertEquals(check, MapHeader.check(memory), "no longer so: then this test has no point");
    header.turn(MapLayout.HASH_SEED + 7, 7);
    header.assertRight("bit 28 of hashTest", HeaderSalvage.of(NAME, header.file, EPOCH, Map.of()));
  }
}
