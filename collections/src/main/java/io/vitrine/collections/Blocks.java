package io.vitrine.collections;

import io.vitrine.store.Codec;
import io.vitrine.store.CorruptStoreException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * How the elements of a list are written one after the other: with their length before them, or
 * without where all have the same. Immutable, safe for any number of threads.
 *
 * @param <E> type of the elements
 */
final class Blocks<E> {
  /** How many bytes of elements may be changed at once. */
  static final int BYTES_MAX = 1 << 30;

  private final Codec<E> codec;

  /** Size of every element, 0 where they differ; none takes no byte at all. */
  private final int fixed;

  /**
   * Creates the form of a list's elements.
   *
   * @param codec writes and reads the elements
   * @param fixed size of every element as the list was created, 0 where they differ; codecs of the
   *     same type need not agree about it
   */
  Blocks(Codec<E> codec, int fixed) {
    this.codec = codec;
    this.fixed = fixed;
  }

  void write(E element, ByteWriter target) {
    long size = codec.sizeOf(element);
    if (size > BYTES_MAX) {
      throw new IllegalArgumentException(
          "an element has " + size + " bytes, at most " + BYTES_MAX + " are possible");
    }
    if (fixed == 0) {
      target.putNumber(size);
    } else if (size != fixed) {
      throw new IllegalArgumentException(
          "an element has " + size + " bytes, those of this list have " + fixed);
    }
    int at = target.take((int) size);
    codec.write(element, target.memory(), at);
  }

  Block of(E element) {
    var target = new ByteWriter(32);
    write(element, target);
    return block(target, 1);
  }

  /** Encodes elements, each of which is fitted first. */
  Block of(Collection<? extends E> elements, UnaryOperator<E> fit) {
    long bytes = (long) elements.size() * Math.max(8, fixed);
    var target = new ByteWriter((int) Math.min(1 << 20, bytes));
    int count = 0;
    for (E element : elements) {
      write(fit.apply(element), target);
      count++;
    }
    return block(target, count);
  }

  static Block block(ByteWriter target, int count) {
    byte[] bytes = target.toBytes();
    return new Block(bytes, 0, bytes.length, count);
  }

  /** Reads the elements of a part of which their number is known, and passes over them. */
  Block read(ByteReader source, int count) {
    int from = source.at();
    if (fixed > 0) {
      source.skip((long) count * fixed);
    } else {
      for (int i = 0; i < count; i++) {
        source.skip(source.nextNumber());
      }
    }
    return new Block(source.bytes, from, source.at(), count);
  }

  /** Where an element begins, or, behind the last one, where they end. */
  private int offset(Block block, int index) {
    if (fixed > 0) {
      return block.from() + index * fixed;
    }
    if (index == block.count()) {
      return block.to();
    }
    var reader = new ByteReader(block.bytes(), block.from(), block.to());
    for (int i = 0; i < index; i++) {
      reader.skip(reader.nextNumber());
    }
    return reader.at();
  }

  Block range(Block block, int from, int to) {
    if (from == to) {
      return Block.EMPTY;
    }
    if (to - from == block.count()) {
      return block;
    }
    int begin = offset(block, from);
    int end;
    if (fixed > 0 || to == block.count()) {
      end = offset(block, to);
    } else {
      var reader = new ByteReader(block.bytes(), begin, block.to());
      for (int i = from; i < to; i++) {
        reader.skip(reader.nextNumber());
      }
      end = reader.at();
    }
    return new Block(block.bytes(), begin, end, to - from);
  }

  /** The elements with those from one index to another replaced by others. */
  Block splice(Block block, int from, int to, Block items) {
    Block head = range(block, 0, from);
    Block rest = range(block, to, block.count());
    return join(List.of(head, items, rest));
  }

  static Block join(List<Block> blocks) {
    Block only = null;
    long size = 0;
    long count = 0;
    int filled = 0;
    for (Block block : blocks) {
      if (block.count() > 0) {
        only = block;
        filled++;
        size += block.size();
        count += block.count();
      }
    }
    if (only == null) {
      return Block.EMPTY;
    }
    if (filled == 1) {
      return only;
    }
    if (size > BYTES_MAX) {
      throw new IllegalArgumentException(
          "elements of " + size + " bytes at once; at most " + BYTES_MAX + " are possible");
    }
    var bytes = new byte[(int) size];
    int at = 0;
    for (Block block : blocks) {
      System.arraycopy(block.bytes(), block.from(), bytes, at, block.size());
      at += block.size();
    }
    return new Block(bytes, 0, at, (int) count);
  }

  E get(Block block, int index) {
    int at = offset(block, index);
    if (fixed > 0) {
      return codec.read(MemorySegment.ofArray(block.bytes()), at, fixed);
    }
    var reader = new ByteReader(block.bytes(), at, block.to());
    return next(MemorySegment.ofArray(block.bytes()), reader);
  }

  private E next(MemorySegment memory, ByteReader reader) {
    long size = fixed > 0 ? fixed : reader.nextNumber();
    int at = reader.at();
    reader.skip(size);
    return codec.read(memory, at, size);
  }

  void each(Block block, Consumer<? super E> action) {
    MemorySegment memory = MemorySegment.ofArray(block.bytes());
    var reader = new ByteReader(block.bytes(), block.from(), block.to());
    for (int i = 0; i < block.count(); i++) {
      action.accept(next(memory, reader));
    }
  }

  /** Hands out each element and its bytes. */
  void eachEncoded(Block block, BiConsumer<? super E, Block> action) {
    MemorySegment memory = MemorySegment.ofArray(block.bytes());
    var reader = new ByteReader(block.bytes(), block.from(), block.to());
    for (int i = 0; i < block.count(); i++) {
      int from = reader.at();
      E element = next(memory, reader);
      action.accept(element, new Block(block.bytes(), from, reader.at(), 1));
    }
  }

  /** The elements, decoded. */
  List<E> list(Block block) {
    var elements = new ArrayList<E>(block.count());
    each(block, elements::add);
    return elements;
  }

  /** Cuts elements into pieces of bounded size; an element that is larger has one of its own. */
  void cut(Block block, int countMax, int bytesMax, Consumer<Block> piece) {
    if (block.count() == 0) {
      return;
    }
    if (fixed > 0) {
      int step = Math.max(1, Math.min(countMax, bytesMax / fixed));
      for (int i = 0; i < block.count(); i += step) {
        piece.accept(range(block, i, Math.min(block.count(), i + step)));
      }
      return;
    }
    var reader = new ByteReader(block.bytes(), block.from(), block.to());
    int begin = block.from();
    int count = 0;
    for (int i = 0; i < block.count(); i++) {
      int at = reader.at();
      reader.skip(reader.nextNumber());
      if (count > 0 && (count == countMax || reader.at() - begin > bytesMax)) {
        piece.accept(new Block(block.bytes(), begin, at, count));
        begin = at;
        count = 0;
      }
      count++;
    }
    piece.accept(new Block(block.bytes(), begin, block.to(), count));
  }

  /** Whether two elements have the same bytes. */
  boolean same(Block one, Block other) {
    return one.count() == other.count()
        && Arrays.equals(
            one.bytes(), one.from(), one.to(), other.bytes(), other.from(), other.to());
  }

  /** Checks that a part has come to its end. */
  static void expectEnd(ByteReader reader) {
    if (reader.at() != reader.end()) {
      throw new CorruptStoreException(
          "a part of a list has "
              + (reader.end() - reader.at())
              + " bytes behind its end at "
              + reader.at());
    }
  }
}
