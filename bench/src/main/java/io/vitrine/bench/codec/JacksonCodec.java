package io.vitrine.bench.codec;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

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
    try {
      writer.writeValue(out, MyDataType.SAMPLE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.size();
  }

  @Override
  public Object decode() {
    return decoded();
  }

  @Override
  public MyDataType decoded() {
    try {
      return reader.readValue(item);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
