package io.vitrine.collections;

import io.vitrine.store.ChildJvm;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;

/** A process that reads a list of large elements, all of which do not fit its memory. */
final class ListReader {
  static final int COUNT = 60;
  static final int BYTES = 2 << 20;

  private ListReader() {}

  /** Arguments: folder of the store. */
  public static void main(String[] arguments) throws InterruptedException {
    ChildJvm.endWithParent();
    try (var vitrine = Vitrine.open(Path.of(arguments[0]))) {
      var list = vitrine.list("large", byte[].class);
      for (int i = 0; i < COUNT; i++) {
        list.add(new byte[BYTES]);
      }
      System.out.println("added");
      long bytes = 0;
      for (byte[] element : list) {
        bytes += element.length;
      }
      System.out.println("read " + bytes);
      var copy = new Sizes();
      list.subscribe(ElementOptions.<byte[]>all(), copy);
      copy.bootstrapped.await();
      System.out.println("told " + copy.bytes);
    }
  }

  private static final class Sizes implements Subscriber<ListEvent<byte[]>> {
    final CountDownLatch bootstrapped = new CountDownLatch(1);
    long bytes;

    @Override
    public void onNext(ListEvent<byte[]> event, long lag) {
      bytes += event instanceof ListEvent.Existing<byte[]> e ? e.value().length : 0;
    }

    @Override
    public void onBootstrapped(long revision) {
      bootstrapped.countDown();
    }
  }
}
