package io.vitrine.bench.codec;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** SnakeYAML Engine, which knows maps and no records. */
final class SnakeCodec extends Codec {
  private final DumpSettings dump =
      DumpSettings.builder().setDefaultFlowStyle(FlowStyle.FLOW).setWidth(4_096).build();
  private final LoadSettings load = LoadSettings.builder().build();
  private byte[] item = {};

  SnakeCodec() {}

  @Override
  public int encode() {
    MyDataType data = MyDataType.SAMPLE;
    var map = new LinkedHashMap<String, Object>();
    map.put("firstId", data.firstId());
    map.put("secondId", data.secondId());
    map.put("thirdId", data.thirdId());
    map.put("staticOne", data.staticOne());
    map.put("staticTwo", data.staticTwo());
    map.put("staticThree", data.staticThree());
    map.put("staticFour", data.staticFour());
    map.put("changesA", data.changesA());
    map.put("changesB", data.changesB());
    item = new Dump(dump).dumpToString(map).getBytes(StandardCharsets.UTF_8);
    return item.length;
  }

  @Override
  public Object decode() {
    return new Load(load).loadFromString(new String(item, StandardCharsets.UTF_8));
  }

  @Override
  public MyDataType decoded() {
    var map = (Map<?, ?>) decode();
    return new MyDataType(
        number(map, "firstId").longValue(),
        number(map, "secondId").intValue(),
        String.valueOf(map.get("thirdId")),
        String.valueOf(map.get("staticOne")),
        number(map, "staticTwo").longValue(),
        String.valueOf(map.get("staticThree")),
        number(map, "staticFour").doubleValue(),
        number(map, "changesA").longValue(),
        number(map, "changesB").doubleValue());
  }

  private static Number number(Map<?, ?> map, String name) {
    return map.get(name) instanceof Number number ? number : Double.NaN;
  }
}
