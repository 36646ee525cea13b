package io.vitrine.collections;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What {@code remove(Object)} removes where others change the list while it searches. */
class ListRemovalTest {
  private static Runnable meanwhile = () -> {};

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
  private ObservableList<Word> list;

  @BeforeEach
  void open() {
    vitrine = Vitrine.inMemory();
    list = vitrine.list("l", Word.class);
  }

  @AfterEach
  void close() {
    meanwhile = () -> {};
    vitrine.close();
  }

  private static List<Word> words(String text) {
    return List.of(text.split(" ")).stream().map(Word::new).toList();
  }

  private void expect(String text) {
    meanwhile = () -> {};
    assertEquals(words(text), list);
  }

  @Test
  void anElementThatIsSetMeanwhile_stays() {
    list.addAll(words("x"));
    meanwhile = () -> list.set(0, new Word("keep"));
    assertFalse(list.remove(new Word("x")));
    expect("keep");
  }

  @Test
  void theNextOneIsRemovedInstead() {
    list.addAll(words("a x b x"));
    meanwhile = () -> list.syncUpdate(1, _ -> new Word("keep"), word -> word);
    assertTrue(list.remove(new Word("x")));
    expect("a keep b");
  }

  @Test
  void anElementThatLiesElsewhereByNow_isFound() {
    list.addAll(words("a b x"));
    meanwhile = () -> list.sort(Comparator.comparing(word -> word.text().equals("b")));
    assertTrue(list.remove(new Word("x")));
    expect("a b");
    meanwhile = () -> list.add(0, new Word("c"));
    assertTrue(list.remove(new Word("b")));
    expect("c a");
  }

  @Test
  void anElementThatIsSetToAnEqualOne_isRemoved() {
    list.addAll(words("a x"));
    meanwhile = () -> list.replaceAll(word -> new Word(word.text()));
    assertTrue(list.remove(new Word("x")));
    expect("a");
  }

  /** One is there all the time, though none where the first one was found, nor behind. */
  @Test
  void anElementThatOnlyMoved_isRemoved() {
    list.addAll(words("a x b"));
    meanwhile =
        () -> {
          list.add(0, new Word("x"));
          var _ = list.remove(2);
        };
    assertTrue(list.remove(new Word("x")));
    expect("a b");
  }

  @Test
  void anElementThatIsRemovedMeanwhile_isNotThere() {
    list.addAll(words("a x"));
    meanwhile = () -> list.remove(1);
    assertFalse(list.remove(new Word("x")));
    expect("a");
  }

  @Test
  void subLists_removeWhatTheyFound() {
    list.addAll(words("x a x b x"));
    var part = list.subList(1, 4);
    meanwhile = () -> list.set(2, new Word("keep"));
    assertFalse(part.remove(new Word("x")));
    assertEquals(words("a keep b"), part);
    expect("x a keep b x");
    meanwhile = () -> meanwhile = () -> list.set(1, new Word("keep")); // when it looks again
    assertFalse(part.remove(new Word("a")));
    meanwhile = () -> list.sort(Comparator.comparing(word -> !word.text().equals("b")));
    assertFalse(part.remove(new Word("b")));
    expect("b x keep keep x");
    assertTrue(part.remove(new Word("x")));
    assertEquals(words("keep keep"), part);
    expect("b keep keep x");
  }

  @Test
  void subLists_removeTheLastOne() {
    list.addAll(words("x a x b x x"));
    var part = (ListAccess.Part<Word>) list.subList(0, 5);
    meanwhile = () -> list.set(4, new Word("keep"));
    assertTrue(part.reversed().remove(new Word("x")));
    assertFalse(part.reversed().remove(new Word("y")));
    assertEquals(words("x a b keep"), part);
    expect("x a b keep x");
  }

  @Test
  void reversedViews_removeWhatTheyFound() {
    list.addAll(words("x a x"));
    meanwhile = () -> list.set(2, new Word("keep"));
    assertTrue(list.reversed().remove(new Word("x")));
    expect("a keep");
    meanwhile = () -> list.set(0, new Word("kept"));
    assertFalse(list.reversed().remove(new Word("a")));
    expect("kept keep");
    meanwhile = () -> list.remove(0);
    assertFalse(list.reversed().remove(new Word("kept")));
    expect("keep");
  }
}
