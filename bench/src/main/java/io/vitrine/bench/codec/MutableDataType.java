package io.vitrine.bench.codec;

import net.openhft.chronicle.wire.SelfDescribingMarshallable;

/** The same message as Chronicle Wire likes it best: an object that is used again. */
public final class MutableDataType extends SelfDescribingMarshallable {
  long firstId;
  int secondId;
  String thirdId = "";
  String staticOne = "";
  long staticTwo;
  String staticThree = "";
  double staticFour;
  long changesA;
  double changesB;

  /** Called by the library as well. */
  public MutableDataType() {}

  void set(MyDataType data) {
    firstId = data.firstId();
    secondId = data.secondId();
    thirdId = data.thirdId();
    staticOne = data.staticOne();
    staticTwo = data.staticTwo();
    staticThree = data.staticThree();
    staticFour = data.staticFour();
    changesA = data.changesA();
    changesB = data.changesB();
  }

  MyDataType get() {
    return new MyDataType(
        firstId,
        secondId,
        thirdId,
        staticOne,
        staticTwo,
        staticThree,
        staticFour,
        changesA,
        changesB);
  }
}
