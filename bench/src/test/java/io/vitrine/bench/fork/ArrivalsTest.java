package io.vitrine.bench.fork;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import org.junit.jupiter.api.Test;

/** What is read of a journal is believed only if it is all that was appended, in its order. */
class ArrivalsTest {
  private static final long MINUTE = 60_000_000_000L;

  private record Message(long number, long time, long sum) {}

  /** Hands on what was appended, one at a poll, and nothing at every other one. */
  private static final class Memory implements Journal {
    final ArrayDeque<Message> messages = new ArrayDeque<>();
    private boolean idle;

    @Override
    public void append(long number, long time) {
      messages.add(new Message(number, time, Journal.sum(number)));
    }

    @Override
    public int poll(Reader reader) {
      idle = !idle;
      Message message = idle ? null : messages.poll();
      if (message == null) {
        return 0;
      }
      reader.read(message.number, message.time, message.sum);
      return 1;
    }

    @Override
    public void close() {}
  }

  private final Memory journal = new Memory();
  private final Arrivals arrivals = new Arrivals(true, MINUTE);

  @Test
  void shouldTellRateAndDelaysOfEachPhase() {
    long now = System.nanoTime();
    journal.append(0, now);
    journal.append(1, now);
    arrivals.begin(2);
    arrivals.readAll(journal);
    assertEquals(2, arrivals.seen());
    long past = System.nanoTime() - MINUTE;
    for (int i = 2; i < 5; i++) {
      journal.append(i, past);
    }
    arrivals.begin(3);
    arrivals.readAll(journal);
    assertEquals(5, arrivals.seen());
    assertEquals(3, arrivals.delays().getTotalCount());
    assertTrue(arrivals.delays().getMinValue() >= MINUTE * 0.99, "delays from the intended time");
    double minute = 3 / arrivals.rate();
    assertTrue(minute >= 60, () -> "three messages in " + minute + " s, expected a minute or more");
  }

  @Test
  void shouldRefuseWhatWasLeftOutRepeatedOrDamaged() {
    assertRefused(new Message(1, 0, Journal.sum(1)));
    journal.append(0, 0);
    assertRefused(new Message(0, 0, Journal.sum(0)));
    journal.append(0, 0);
    assertRefused(new Message(1, 0, Journal.sum(1) + 1));
  }

  private void assertRefused(Message last) {
    journal.messages.add(last);
    var reading = new Arrivals(false, MINUTE);
    reading.begin(2);
    assertThrows(IllegalStateException.class, () -> reading.readAll(journal));
    journal.messages.clear();
  }

  @Test
  void shouldRefuseMoreThanWereAppended() {
    var reading = new Arrivals(false, MINUTE);
    reading.begin(1);
    assertThrows(
        IllegalStateException.class,
        () -> {
          reading.read(0, 0, Journal.sum(0));
          reading.read(1, 0, Journal.sum(1));
        });
  }

  @Test
  void shouldEndWhereNothingComesAnyMore() {
    journal.append(0, 0);
    var reading = new Arrivals(false, 0);
    reading.begin(2);
    var failure = assertThrows(IllegalStateException.class, () -> reading.readAll(journal));
    assertTrue(failure.getMessage().contains("of 2 does not come"), failure::getMessage);
  }
}
