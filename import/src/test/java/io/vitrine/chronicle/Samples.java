package io.vitrine.chronicle;

import java.io.Serializable;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesIn;
import net.openhft.chronicle.bytes.BytesMarshallable;
import net.openhft.chronicle.bytes.BytesOut;
import net.openhft.chronicle.hash.serialization.BytesReader;
import net.openhft.chronicle.hash.serialization.BytesWriter;
import net.openhft.chronicle.values.Array;
import net.openhft.chronicle.values.MaxUtf8Length;
import net.openhft.chronicle.wire.Marshallable;
import net.openhft.chronicle.wire.SelfDescribingMarshallable;
import org.jspecify.annotations.Nullable;

/** Classes that users of Chronicle Map put into it. */
@SuppressWarnings("UnusedVariable") // The fields are read by reflection.
public final class Samples {
  private Samples() {}

  /** An enum. */
  public enum Side {
    BUY,
    SELL
  }

  /** What most keys extend. */
  public abstract static class Base extends SelfDescribingMarshallable {
    protected long id;
  }

  /** Fields of all kinds, written with their names. */
  public static final class Quote extends Base {
    @Nullable String symbol;
    double bid;
    @Nullable Side side;
    int[] sizes = {};
    final List<String> tags = new ArrayList<>();
    @Nullable Level top;
    boolean live;
    char code = 'x';
    transient int cached = 7;

    /** For Chronicle. */
    public Quote() {}

    Quote(long id) {
      this.id = id;
      symbol = id % 3 == 0 ? null : "S" + id;
      bid = id / 4.0;
      side = id % 2 == 0 ? Side.BUY : Side.SELL;
      sizes = new int[] {(int) id, -1};
      tags.add("t" + id);
      top = new Level();
      top.price = id;
    }
  }

  /** Part of a quote. */
  public static final class Level extends SelfDescribingMarshallable {
    double price;
  }

  /** Writes its own bytes. */
  public static final class Raw implements BytesMarshallable {
    int number;
    String text = "";

    /** For Chronicle. */
    public Raw() {}

    Raw(int number) {
      this.number = number;
      this.text = "é" + number;
    }

    @Override
    public void readMarshallable(BytesIn<?> in) {
      number = in.readInt();
      text = String.valueOf(in.readUtf8());
    }

    @Override
    public void writeMarshallable(BytesOut<?> out) {
      out.writeInt(number).writeUtf8(text);
    }
  }

  /** Written by Java's serialization. */
  public static class Legacy implements Serializable {
    private static final long serialVersionUID = 1;

    private final String name;
    private final BigDecimal amount;
    private final LocalDateTime at = LocalDateTime.of(2026, 1, 2, 3, 4);
    private final HashMap<String, Set<Integer>> groups = new HashMap<>();
    private final Serializable[] mixed;
    private final Inner inner;

    Legacy(int number) {
      name = "n" + number;
      amount = new BigDecimal(number + ".50");
      groups.put("g", Set.of(number));
      mixed = new Serializable[] {number, "x", null, new Inner(number % 10)};
      inner = new Inner(number % 2);
    }
  }

  /** Within one that is written by Java's serialization. */
  public static final class Inner implements Serializable {
    private static final long serialVersionUID = 1;

    private final int depth;
    private final @Nullable Inner next;

    Inner(int depth) {
      this.depth = depth;
      this.next = depth % 10 == 0 ? null : new Inner(depth - 1);
    }
  }

  /** A subclass with more fields than the class that was named. */
  public static final class MoreLegacy extends Legacy {
    private static final long serialVersionUID = 1;

    private final int more = 1;

    MoreLegacy(int number) {
      super(number);
    }
  }

  /** A value interface of several fields. */
  public interface Position {
    /** Its field. */
    double getX();

    /** Its field. */
    void setX(double x);

    /** Its field. */
    int getLots();

    /** Its field. */
    void setLots(int lots);

    /** Its field. */
    boolean isOpen();

    /** Its field. */
    void setOpen(boolean open);

    /** Its field. */
    CharSequence getName();

    /** Its field. */
    void setName(@MaxUtf8Length(20) CharSequence name);

    /** Its field. */
    @Array(length = 3)
    long getPartAt(int index);

    /** Its field. */
    void setPartAt(int index, long part);
  }

  /** A marshaller that the file names. */
  public static final class UpperCase
      implements BytesReader<Object>, BytesWriter<Object>, Marshallable {
    @Override
    public Object read(Bytes<?> in, @Nullable Object using) {
      return String.valueOf(in.readUtf8());
    }

    @Override
    public void write(Bytes<?> out, Object value) {
      out.writeUtf8(value.toString());
    }
  }
}
