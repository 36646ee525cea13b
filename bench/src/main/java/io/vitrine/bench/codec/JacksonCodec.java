package io.vitrine.bench.codec;

import java.io.ByteArrayOutputStream;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.dataformat.cbor.CBORMapper;

/** Jackson, JSON or CBOR, with reader and writer made for the class. */
final class JacksonCodec extends Codec {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ObjectWriter writer;
  private final ObjectReader reader;
  private final byte[] item;

  JacksonCodec(boolean text) {
    ObjectMapper mapper = text ? new ObjectMapper() : new CBORMapper();
    writer = mapper.writerFor(MyDataType.class);
    reader = mapper.readerFor(MyDataType.class);
    encode();
    item = out.toByteArray();
  }

  @Override
  public int encode() {
    out.reset();
    writer.writeValue(out, MyDataType.SAMPLE);
    return out.size();
  }

  @Override
  public Object decode() {
    return decoded();
  }

  @Override
  public MyDataType decoded() {
    return reader.readValue(item);
  }
}
