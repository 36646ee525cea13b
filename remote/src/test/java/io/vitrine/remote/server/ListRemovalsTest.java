package io.vitrine.remote.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vitrine.collections.ListAccess;
import io.vitrine.collections.ObservableList;
import io.vitrine.collections.TypeRegistry;
import io.vitrine.collections.Vitrine;
import io.vitrine.remote.wire.WireEncoding;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a server removes for somebody who names an element, where another sets it meanwhile. */
class ListRemovalsTest {
  private static volatile Runnable meanwhile = () -> {};

  /** An element: whoever finds that it equals the one that is sought is overtaken by another. */
  record Word(String text) {
    @Override
    public boolean equals(Object other) {
      boolean found = other instanceof Word(String otherText) && text.equals(otherText);
      if (found) {
        Runnable once = meanwhile;
        meanwhile = () -> {};
        once.run();
      }
      return found;
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }
  }

  private Vitrine vitrine;
  private VitrineServer server;
  private Telnet nc;
  private ObservableList<Word> list;
  private long tid;

  @BeforeEach
  void start() throws IOException {
    vitrine = Vitrine.inMemory(new TypeRegistry().register(Word.class));
    list = vitrine.list("/lists/l", Word.class);
    server = VitrineServer.start(vitrine, ServerOptions.DEFAULT);
    nc = new Telnet(server.address(), WireEncoding.YAML);
  }

  @AfterEach
  void stop() throws IOException {
    meanwhile = () -> {};
    nc.close();
    server.close();
    vitrine.close();
  }

  private void expect(String view, String answer, String... rest) throws IOException {
    list.clear();
    list.addAll(List.of(new Word("a"), new Word("x"), new Word("b")));
    long at = ((ListAccess<Word>) list).page(0, 0, 0, ListAccess.NOW).structure();
    meanwhile = () -> list.set(1, new Word("keep"));
    nc.send("/lists/l" + view.replace("AT", Long.toString(at)), ++tid, "remove: !Word {text: x}");
    assertEquals(answer, String.valueOf(nc.read().reply()));
    assertEquals(List.of(rest), list.stream().map(Word::text).toList());
  }

  @Test
  void whatWasSetMeanwhile_stays() throws IOException {
    expect("", "false", "a", "keep", "b");
    expect("?view=reversed", "false", "a", "keep", "b");
    expect("?view=subList&from=0&to=3&at=AT", "false", "a", "keep", "b");
    expect("?view=subList&from=0&to=3&at=AT&reversed=true", "false", "a", "keep", "b");
  }
}
