package io.vitrine.bench.codec;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.wire.Wire;
import net.openhft.chronicle.wire.WireType;

/** Chronicle Wire, on memory outside of the heap, into objects that are used again. */
final class ChronicleCodec extends Codec {
  private static final int BUFFER_BYTES = 4_096;

  private final Bytes<?> out = Bytes.allocateElasticDirect(BUFFER_BYTES);
  private final Bytes<?> in = Bytes.allocateElasticDirect(BUFFER_BYTES);
  private final Wire writer;
  private final Wire reader;
  private final MutableDataType source = new MutableDataType();
  private final MutableDataType target = new MutableDataType();

  ChronicleCodec(boolean text) {
    WireType type = text ? WireType.TEXT : WireType.BINARY_LIGHT;
    writer = type.apply(out);
    reader = type.apply(in);
    source.set(MyDataType.SAMPLE);
    encode();
    in.write(out);
  }

  @Override
  public int encode() {
    writer.reset();
    writer.getValueOut().object(MutableDataType.class, source);
    return (int) out.readRemaining();
  }

  @Override
  public Object decode() {
    in.readPosition(0);
    return reader.getValueIn().object(target, MutableDataType.class);
  }

  @Override
  public MyDataType decoded() {
    return ((MutableDataType) decode()).get();
  }
}
