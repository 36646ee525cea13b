package io.vitrine.bench.codec;

import io.vitrine.collections.TypeRegistry;
import io.vitrine.remote.wire.RecordForm;
import io.vitrine.remote.wire.WireEncoding;
import java.util.Arrays;

/** Ours, straight from record to bytes and back. */
final class VitrineCodec extends Codec {
  private static final int BUFFER_BYTES = 4_096;

  private final RecordForm<MyDataType> form;
  private final WireEncoding encoding;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private final byte[] item;

  VitrineCodec(boolean text) {
    encoding = text ? WireEncoding.YAML : WireEncoding.CBOR;
    form = RecordForm.of(MyDataType.class, new TypeRegistry().register(MyDataType.class));
    item = Arrays.copyOf(buffer, encode());
  }

  @Override
  public int encode() {
    return form.encode(MyDataType.SAMPLE, encoding, buffer);
  }

  @Override
  public Object decode() {
    return form.decode(encoding, item);
  }

  @Override
  public MyDataType decoded() {
    return form.decode(encoding, item);
  }
}
