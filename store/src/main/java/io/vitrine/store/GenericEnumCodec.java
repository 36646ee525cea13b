package io.vitrine.store;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The bytes of {@link EnumCodec} without the class: a value is a {@link TypedValue} over the
 * constant's name, or the bare name where it is plain. Both are taken. Safe for any number of
 * threads.
 */
final class GenericEnumCodec extends ItemCodec<Object> {
  private final String name;
  private final boolean named;
  private final List<String> constants;
  private final Map<String, Integer> indexes;

  GenericEnumCodec(CodecType.OfEnum type, boolean named) {
    super(type);
    this.named = named;
    this.name = type.name();
    this.constants = type.constants();
    this.indexes =
        IntStream.range(0, constants.size())
            .boxed()
            .collect(Collectors.toMap(constants::get, index -> index));
  }

  @Override
  boolean mayJoin() {
    return true;
  }

  @Override
  public int fixedSize() {
    return EnumCodec.size(constants.size());
  }

  @Override
  public long sizeOf(Object value) {
    index(value);
    return fixedSize();
  }

  @Override
  long put(Object value, MemorySegment target, long offset) {
    return EnumCodec.put(index(value), constants.size(), target, offset);
  }

  @Override
  Object take(CodecInput input) {
    String constant = constants.get(EnumCodec.take(constants.size(), input));
    return named ? new TypedValue(name, constant) : constant;
  }

  private int index(Object value) {
    Object constant =
        value instanceof TypedValue typed && typed.name().equals(name) ? typed.content() : value;
    Integer index = constant instanceof String ? indexes.get(constant) : null;
    if (index == null) {
      throw CodecConversions.refuse(typeName(), constant == null ? value : constant);
    }
    return index;
  }
}
